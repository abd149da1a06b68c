// Hashes, message authentication codes and a cipher of Nettle.
#ifndef CNETTLE_H
#define CNETTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BC_MD5_SIZE = 16, BC_SHA1_SIZE = 20, BC_SHA256_SIZE = 32, BC_SHA512_SIZE = 64 };

/// MD5 (RFC 1321) of `count` bytes.
void bc_md5(const uint8_t *bytes, size_t count, uint8_t digest[BC_MD5_SIZE]);

/// SHA-1 (FIPS 180-4) of `count` bytes, for signatures of other services only.
void bc_sha1(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA1_SIZE]);

/// SHA-256 (FIPS 180-4) of `count` bytes.
void bc_sha256(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA256_SIZE]);
/// Hashes what a descriptor has left to read, of any size. Returns 0, or the error of reading.
int bc_sha256_rest(int descriptor, uint8_t digest[BC_SHA256_SIZE]);

/// SHA-512 (FIPS 180-4) of `count` bytes.
void bc_sha512(const uint8_t *bytes, size_t count, uint8_t digest[BC_SHA512_SIZE]);

/// HMAC (RFC 2104) with SHA-1 and SHA-256.
void bc_hmac_sha1(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[BC_SHA1_SIZE]);
void bc_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[BC_SHA256_SIZE]);

enum { BC_AES_BLOCK_SIZE = 16 };

/// Decrypts whole blocks that were encrypted by AES (FIPS 197) in CBC mode (NIST SP 800-38A). False for a key of other than 16, 24 or 32
/// bytes, or a count that is no multiple of the block size.
bool bc_aes_cbc_decrypt(const uint8_t *key, size_t key_count, const uint8_t iv[BC_AES_BLOCK_SIZE], const uint8_t *bytes, size_t count,
                        uint8_t *plain);

/// Whether two codes are equal, in a time that does not depend on where they differ.
bool bc_are_equal_codes(const uint8_t *one, const uint8_t *other, size_t count);

#ifdef __cplusplus
}
#endif

#endif
