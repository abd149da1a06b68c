// A small XML document as a tree.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace boundedcrop {

struct xml_element {
    std::string name;
    /// The text of the element itself, without that of its children.
    std::string text;
    std::vector<xml_element> children;

    /// The first child with this name; null if there is none.
    const xml_element *child(const char *name) const;
};

/// Throws unreadable_model if the XML is not well-formed, declares entities, is nested deeper than 16 elements, or is too large.
xml_element read_xml(const char *text, size_t length);

}  // namespace boundedcrop
