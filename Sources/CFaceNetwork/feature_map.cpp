#include "feature_map.hpp"

#include <new>
#include <sys/mman.h>

namespace boundedcrop {

void feature_map::resize(size_t new_width, size_t new_height, size_t new_channels) {
    width = new_width;
    height = new_height;
    channels = new_channels;
    const size_t needed = width * height * group_count(channels) * sizeof(lane_group);
    if (needed <= capacity_) { return; }
    // With small pages, which the kernel provides one by one, allocation would take most of the time of a process that detects only once.
    const size_t huge_page = 2 << 20, alignment = needed < huge_page / 2 ? sizeof(lane_group) : huge_page;
    groups_.reset();
    capacity_ = (needed + alignment - 1) / alignment * alignment;
    groups_.reset(static_cast<lane_group *>(std::aligned_alloc(alignment, capacity_)));
    if (!groups_) {
        capacity_ = 0;
        throw std::bad_alloc();
    }
#ifdef MADV_HUGEPAGE
    if (alignment == huge_page) { madvise(groups_.get(), capacity_, MADV_HUGEPAGE); }
#endif
}

}  // namespace boundedcrop
