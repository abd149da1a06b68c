#include "xml_tree.hpp"
#include "unreadable_model.hpp"

#include <exception>
#include <expat.h>
#include <memory>

namespace boundedcrop {

namespace {

/// The largest cascades are smaller than a megabyte.
constexpr size_t most_bytes = 16 << 20, most_elements = 1 << 20, deepest = 16;

/// Builds the tree while expat parses. Exceptions must not pass through expat, so they are stored until the parser has returned.
class builder {
public:
    explicit builder(XML_Parser parser) : parser_(parser) {
        XML_SetUserData(parser, this);
        XML_SetElementHandler(
            parser, [](void *self, const XML_Char *name, const XML_Char **) { static_cast<builder *>(self)->start(name); },
            [](void *self, const XML_Char *) { static_cast<builder *>(self)->end(); });
        XML_SetCharacterDataHandler(
            parser, [](void *self, const XML_Char *text, int length) { static_cast<builder *>(self)->add(text, length); });
        // A few bytes of entities can expand to gigabytes.
        XML_SetEntityDeclHandler(parser, [](void *self, const XML_Char *, int, const XML_Char *, int, const XML_Char *, const XML_Char *,
                                            const XML_Char *, const XML_Char *) { static_cast<builder *>(self)->refuse_entity(); });
    }

    xml_element read(const char *text, size_t length) {
        const bool is_read = XML_Parse(parser_, text, static_cast<int>(length), XML_TRUE) == XML_STATUS_OK;
        if (failure_) { std::rethrow_exception(failure_); }
        if (!is_read) {
            throw unreadable_model("not an XML file: " + std::string(XML_ErrorString(XML_GetErrorCode(parser_))) + " in line " +
                                   std::to_string(XML_GetCurrentLineNumber(parser_)));
        }
        return std::move(root_);
    }

private:
    template <typename Body>
    void guarded(Body body) noexcept {
        if (failure_) { return; }
        try {
            body();
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(parser_, XML_FALSE);
        }
    }

    void start(const char *name) {
        guarded([&] {
            if (open_.size() == deepest || ++count_ > most_elements) { throw unreadable_model("too many or too deeply nested elements"); }
            open_.emplace_back().name = name;
        });
    }

    void add(const char *text, int length) {
        guarded([&] {
            if (!open_.empty()) { open_.back().text.append(text, static_cast<size_t>(length)); }
        });
    }

    void end() {
        guarded([&] {
            xml_element element = std::move(open_.back());
            open_.pop_back();
            if (open_.empty()) {
                root_ = std::move(element);
            } else {
                open_.back().children.push_back(std::move(element));
            }
        });
    }

    void refuse_entity() {
        guarded([] { throw unreadable_model("the XML declares entities"); });
    }

    XML_Parser parser_;
    std::vector<xml_element> open_;
    xml_element root_;
    size_t count_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

const xml_element *xml_element::child(const char *wanted) const {
    for (const xml_element &element : children) {
        if (element.name == wanted) { return &element; }
    }
    return nullptr;
}

xml_element read_xml(const char *text, size_t length) {
    if (!text || length == 0) { throw unreadable_model("the file is empty"); }
    if (length > most_bytes) { throw unreadable_model("the file is larger than 16 MB"); }
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr), XML_ParserFree);
    if (!parser) { throw std::bad_alloc(); }
    return builder(parser.get()).read(text, length);
}

}  // namespace boundedcrop
