#include "CNettle.h"

#include <errno.h>
#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/hmac.h>
#include <nettle/md5.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <string.h>
#include <unistd.h>

// Since Nettle 4, digest functions always write the whole digest.
#if NETTLE_VERSION_MAJOR >= 4
#define WHOLE(size)
#else
#define WHOLE(size) size,
#endif

void bc_md5(const uint8_t *bytes, size_t count, uint8_t digest[BC_MD5_SIZE]) {
    struct md5_ctx context;
    md5_init(&context);
    md5_update(&context, count, bytes);
    md5_digest(&context, WHOLE(BC_MD5_SIZE) digest);
}

void bc_sha1(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA1_SIZE]) {
    struct sha1_ctx context;
    sha1_init(&context);
    sha1_update(&context, count, bytes);
    sha1_digest(&context, WHOLE(BC_SHA1_SIZE) digest);
}

void bc_sha256(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA256_SIZE]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, bytes);
    sha256_digest(&context, WHOLE(BC_SHA256_SIZE) digest);
}

int bc_sha256_rest(int descriptor, uint8_t digest[BC_SHA256_SIZE]) {
    struct sha256_ctx context;
    sha256_init(&context);
    uint8_t bytes[1 << 16];
    for (;;) {
        ssize_t count = read(descriptor, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) { continue; }
        if (count < 0) { return errno; }
        if (count == 0) { break; }
        sha256_update(&context, (size_t)count, bytes);
    }
    sha256_digest(&context, WHOLE(BC_SHA256_SIZE) digest);
    return 0;
}

void bc_sha512(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA512_SIZE]) {
    struct sha512_ctx context;
    sha512_init(&context);
    sha512_update(&context, count, bytes);
    sha512_digest(&context, WHOLE(BC_SHA512_SIZE) digest);
}

void bc_hmac_sha1(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[BC_SHA1_SIZE]) {
    struct hmac_sha1_ctx context;
    hmac_sha1_set_key(&context, key_count, key);
    hmac_sha1_update(&context, count, bytes);
    hmac_sha1_digest(&context, WHOLE(BC_SHA1_SIZE) code);
}

void bc_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[BC_SHA256_SIZE]) {
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, key_count, key);
    hmac_sha256_update(&context, count, bytes);
    hmac_sha256_digest(&context, WHOLE(BC_SHA256_SIZE) code);
}

bool bc_aes_cbc_decrypt(const uint8_t *key, size_t key_count, const uint8_t iv[BC_AES_BLOCK_SIZE], const uint8_t *bytes, size_t count,
                        uint8_t *plain) {
    if (count % BC_AES_BLOCK_SIZE != 0) { return false; }
    uint8_t vector[BC_AES_BLOCK_SIZE];
    memcpy(vector, iv, sizeof vector);
    union {
        struct aes128_ctx aes128;
        struct aes192_ctx aes192;
        struct aes256_ctx aes256;
    } context;
    nettle_cipher_func *decrypt;
    switch (key_count) {
        case AES128_KEY_SIZE:
            aes128_set_decrypt_key(&context.aes128, key);
            decrypt = (nettle_cipher_func *)aes128_decrypt;
            break;
        case AES192_KEY_SIZE:
            aes192_set_decrypt_key(&context.aes192, key);
            decrypt = (nettle_cipher_func *)aes192_decrypt;
            break;
        case AES256_KEY_SIZE:
            aes256_set_decrypt_key(&context.aes256, key);
            decrypt = (nettle_cipher_func *)aes256_decrypt;
            break;
        default: return false;
    }
    cbc_decrypt(&context, decrypt, BC_AES_BLOCK_SIZE, vector, count, plain, bytes);
    return true;
}

bool bc_are_equal_codes(const uint8_t *one, const uint8_t *other, size_t count) { return memeql_sec(one, other, count) == 1; }
