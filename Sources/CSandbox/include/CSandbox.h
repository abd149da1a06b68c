// Sandboxed processes that can only compute: starting, confining and calling them, in order to decode untrusted files.
//
// A helper has two descriptors: a socket that carries one packet per call and per answer, and shared memory for files and pixels. Once
// confined, it can read and write the socket and allocate a limited amount of memory; any other system call kills it.
#ifndef BOUNDEDCROP_CSANDBOX_H
#define BOUNDEDCROP_CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// MARK: Calls

/// Changes whenever the packets change, so that a helper of another version is detected.
enum { BC_BOX_VERSION = 0xB0C50008 };

enum {
    /// Reads a header.
    BC_BOX_OPEN = 1,
    /// Decodes cells of a picture, to RGBA or to luma.
    BC_BOX_DECODE = 2,
    BC_BOX_DECODE_LUMA = 3,
    /// Converts decoded pixels to sRGB with the file's profile.
    BC_BOX_CONVERT = 4,
    /// Reads the regions in the file's metadata.
    BC_BOX_FEATURES = 5,
    /// Reads the part of the file's metadata that is kept with a picture made from it.
    BC_BOX_METADATA = 6,
    /// Opens a picture's animation: width, height, has_alpha, working_bytes, and the numbers of frames and repetitions.
    BC_BOX_ANIMATION = 7,
    /// Decodes the next frame of the animation that was opened last, to RGBA. The counts are the duration in milliseconds, and 1 after the
    /// last.
    BC_BOX_FRAME = 8,
    /// Frees the memory of that animation.
    BC_BOX_CLOSE = 9,
};

/// A request to a helper. Files are at the start of the shared memory; results are written at `output`.
typedef struct {
    uint32_t operation;
    /// The cells to decode, or the size of the picture.
    uint32_t shrink, magnify, x, y, width, height;
    /// What is decoded of a RAW photo: as bc_rendition.
    uint32_t rendition;
    uint64_t output;
    /// Identifies the picture; never 0.
    uint64_t picture;
    /// The length of its file in bytes; 0 if it is the same picture as in the previous call.
    uint64_t file_length;
    uint64_t maximum_bytes, maximum_side, maximum_pixels, maximum_frames, maximum_animation_pixels;
    /// The part of the upright picture whose metadata is kept, or of a drawing what is drawn in `width` x `height` pixels: x, y, width and
    /// height; all 0 if it is unknown.
    uint32_t shown[4];
    uint8_t keeps_profile, allows_truncated, defers_color;
    /// How much of the metadata is kept: 0 for nothing, 1 for the rights, 2 for everything.
    uint8_t metadata_extent;
    uint8_t keeps_place, names_people;
    /// In the first request: whether all others are for drawings.
    uint8_t is_for_drawings;
    /// The density that is written with the metadata; 0 for none.
    uint32_t pixels_per_inch;
} bc_box_request;

/// A helper's answer. None of it can be trusted.
typedef struct {
    uint32_t version;
    /// 0 for success; otherwise `code` and `message` describe the error.
    uint32_t status;
    uint32_t width, height, color, orientation;
    /// The sides of an embedded preview; 0 for none.
    uint32_t preview_width, preview_height;
    /// `has_tags` is whether there are metadata other than a profile.
    uint8_t has_alpha, is_animated, has_profile, has_tags, may_be_transparent;
    /// The memory that decoding needs in addition to the output.
    uint64_t working_bytes;
    /// Those of the largest picture that is decoded on the way to this one, if it may be larger.
    uint64_t decoded_pixels;
    /// The number of features, the numbers of bytes of EXIF, XMP and ICC profile, or what is said at BC_BOX_ANIMATION and BC_BOX_FRAME.
    uint64_t counts[3];
    char code[32];
    char message[256];
} bc_box_reply;

/// An element of the list at `output`. `is_face` is 0 for a region, BC_BOX_EXACT for one that is exact, BC_BOX_POINT for a point, and anything
/// else for a face.
typedef struct {
    double x, y, width, height;
    uint64_t is_face;
} bc_box_feature;

enum { BC_BOX_EXACT = 2, BC_BOX_POINT = 3 };

/// An element of the list after the last place for features. Where `is_known` is 0, there is nothing to say.
typedef struct {
    double confidence;
    double landmarks[10];
    uint64_t is_known, has_landmarks;
} bc_box_details;

// MARK: In the service

/// Creates memory of a fixed length that two processes can share; neither can resize it. Returns -1 and sets errno on failure.
int bc_shared_memory_create(size_t length);

/// Creates two connected sockets that keep packets apart and are closed in other programs. Returns 0 or an errno code.
int bc_socket_pair_create(int ends[_Nonnull 2]);

/// Starts a program with one argument and two descriptors: the socket as 0 and the shared memory as 1. It receives only a minimal
/// environment. Returns 0 or an errno code.
int bc_helper_start(const char *path, const char *argument, int socket, int memory, pid_t *process);

/// Gives a process this many more seconds of processor time, after which it is killed. Returns 0 or an errno code.
int bc_helper_allow_processor_time(pid_t process, uint64_t seconds);

/// Copies pixels that another process may be changing at the same time. In the copy, no color exceeds its alpha.
void bc_copy_premultiplied(uint8_t *to, const uint8_t *from, size_t pixel_count);

// MARK: In the helper

/// Confines this process permanently, with this many bytes of memory in addition to what it has now. It must have only one thread. Only
/// descriptor 0 stays open. Returns 0, or an errno code and the step that failed.
int bc_sandbox_enter(uint64_t memory, const char *_Nullable *_Nonnull failed_step);

#pragma clang assume_nonnull end

#endif
