// Processes that may compute, and nothing else: how one is started, shut in and asked, for decoding files that nobody vouches for.
//
// A helper has two descriptors, a socket that carries a packet for each call and its answer, and shared memory for files and pixels.
// Once inside, it can read and write the socket and take a limited amount of memory; any other system call ends it.
#ifndef BOUNDEDCROP_CSANDBOX_H
#define BOUNDEDCROP_CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// MARK: Calls

/// Changes whenever the packets do, so that a helper of another version is noticed.
enum { BC_BOX_VERSION = 0xB0C50002 };

enum {
    /// Reads a header.
    BC_BOX_OPEN = 1,
    /// Decodes cells of a picture: to RGBA, or to luma.
    BC_BOX_DECODE = 2,
    BC_BOX_DECODE_LUMA = 3,
    /// Turns decoded pixels into sRGB by the file's profile.
    BC_BOX_CONVERT = 4,
    /// Gives the places that the file's metadata name.
    BC_BOX_FEATURES = 5,
    /// Gives what of the file's metadata is kept with a picture made from it.
    BC_BOX_METADATA = 6,
};

/// What a helper is asked. Files lie at the start of the shared memory, what is made of them at `output`.
typedef struct {
    uint32_t operation;
    /// Which cells to decode, or the size of the picture in question.
    uint32_t shrink, x, y, width, height;
    uint64_t output;
    /// The picture that is meant, never 0.
    uint64_t picture;
    /// The bytes of its file; 0 when it is the picture of the call before.
    uint64_t file_length;
    uint64_t maximum_bytes, maximum_side, maximum_pixels;
    uint8_t keeps_profile, allows_truncated, defers_color, keeps_metadata;
} bc_box_request;

/// What a helper answers. All of it may be a lie.
typedef struct {
    uint32_t version;
    /// 0, or there is an error.
    uint32_t status;
    uint32_t width, height, color, orientation;
    uint8_t has_alpha, is_animated, has_profile, may_be_transparent;
    /// What decoding takes beside the output.
    uint64_t working_bytes;
    /// How many features there are; how many bytes EXIF, XMP and ICC profile have.
    uint64_t counts[3];
    char code[32];
    char message[256];
} bc_box_reply;

/// One of a list that lies at `output`.
typedef struct {
    double x, y, width, height;
    uint64_t is_face;
} bc_box_feature;

// MARK: On the side of the service

/// Memory of a fixed length that two processes can share: neither can make it shorter or longer. -1, with errno, when there is none.
int bc_shared_memory_create(size_t length);

/// Starts a program with one argument and two descriptors: the socket as 0, the shared memory as 1. Its environment has next to nothing of
/// this one's. Returns 0 or a code of errno.
int bc_helper_start(const char *path, const char *argument, int socket, int memory, pid_t *process);

/// Lets a process use so many seconds of the processor from now on; then it is ended. Returns 0 or a code of errno.
int bc_helper_allow_processor_time(pid_t process, uint64_t seconds);

/// Copies pixels that somebody else may be writing at the same time; in the copy no colour is above its alpha.
void bc_copy_premultiplied(uint8_t *to, const uint8_t *from, size_t pixel_count);

// MARK: On the side of the helper

/// Shuts this process in, for good, with so many bytes of memory more than it has now. It must have one thread. What it was given as
/// descriptor 0 is all that stays open. Returns 0, or a code of errno and the step that failed.
int bc_sandbox_enter(uint64_t memory, const char *_Nullable *_Nonnull failed_step);

#pragma clang assume_nonnull end

#endif
