#include "cascade_model.hpp"
#include "unreadable_model.hpp"
#include "xml_tree.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

namespace boundedcrop {

namespace {

/// Sums of squares over a larger window would not fit into 32 bits.
constexpr int32_t longest_side = 256;

[[noreturn]] void refuse(const std::string &what) { throw unreadable_model("the cascade is damaged: " + what); }

std::string element_name(const xml_element &element) { return "<" + element.name + ">"; }

const xml_element &child(const xml_element &parent, const char *name) {
    const xml_element *found = parent.child(name);
    if (!found) { refuse(element_name(parent) + " has no <" + name + ">"); }
    return *found;
}

/// Reads the numbers of a text in order.
class numbers {
public:
    explicit numbers(const xml_element &element) : element_(element), at_(element.text.data()), end_(at_ + element.text.size()) {
        if (!element.children.empty()) { refuse(element_name(element) + " should contain only numbers"); }
        skip_space();
    }

    bool is_at_end() const { return at_ == end_; }

    float real() { return static_cast<float>(next(3e38)); }

    int32_t whole(int64_t least, int64_t most) {
        const double value = next(1e10);
        if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most)) {
            char found[32];
            std::snprintf(found, sizeof found, "%.12g", value);
            refuse(element_name(element_) + " contains " + found + "; expected a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most));
        }
        return static_cast<int32_t>(value);
    }

    void expect_end() const {
        if (!is_at_end()) { refuse(element_name(element_) + " contains too many numbers"); }
    }

private:
    double next(double most) {
        double value = 0;
        const auto [after, failure] = std::from_chars(at_, end_, value);
        const bool is_word = after == end_ || is_space(*after);
        if (failure != std::errc() || !is_word || !(std::abs(value) <= most)) {
            refuse(element_name(element_) + " contains too few numbers or an invalid one");
        }
        at_ = after;
        skip_space();
        return value;
    }

    static bool is_space(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

    void skip_space() {
        while (at_ != end_ && is_space(*at_)) { ++at_; }
    }

    const xml_element &element_;
    const char *at_, *end_;
};

int32_t number(const xml_element &parent, const char *name, int64_t least, int64_t most) {
    numbers text(child(parent, name));
    const int32_t value = text.whole(least, most);
    text.expect_end();
    return value;
}

std::string word(const xml_element &parent, const char *name) {
    std::string text = child(parent, name).text;
    text.erase(0, text.find_first_not_of(" \t\r\n\""));
    text.erase(text.find_last_not_of(" \t\r\n\"") + 1);
    return text;
}

void read_tree(const xml_element &element, cascade_model &model) {
    numbers nodes(child(element, "internalNodes"));
    const size_t first = model.nodes.size();
    while (!nodes.is_at_end()) {
        cascade_model::node node = {};
        node.left = nodes.whole(INT32_MIN, INT32_MAX);
        node.right = nodes.whole(INT32_MIN, INT32_MAX);
        node.feature = static_cast<uint32_t>(nodes.whole(0, static_cast<int64_t>(model.features.size()) - 1));
        if (model.is_lbp) {
            auto &subset = model.subsets.emplace_back();
            for (uint32_t &bits : subset) { bits = static_cast<uint32_t>(nodes.whole(INT32_MIN, INT32_MAX)); }
        } else {
            node.threshold = nodes.real();
        }
        model.nodes.push_back(node);
    }
    const auto count = static_cast<int64_t>(model.nodes.size() - first);
    if (count == 0) { refuse("a tree without nodes"); }
    for (int64_t index = 0; index < count; ++index) {
        const cascade_model::node &node = model.nodes[first + static_cast<size_t>(index)];
        for (const int64_t next : {node.left, node.right}) {
            // Children must come later in the tree; otherwise it could contain a loop.
            if (next > 0 ? next <= index || next >= count : -next > count) {
                refuse("node " + std::to_string(index) + " of a tree of " + std::to_string(count) + " points to " + std::to_string(next));
            }
        }
    }
    numbers leaves(child(element, "leafValues"));
    for (int64_t index = 0; index <= count; ++index) { model.leaves.push_back(leaves.real()); }
    leaves.expect_end();
    model.trees.push_back(static_cast<uint32_t>(count));
}

void read_stage(const xml_element &element, cascade_model &model) {
    numbers threshold(child(element, "stageThreshold"));
    // The same allowance for rounding as in OpenCV.
    cascade_model::stage stage = {threshold.real() - 1e-5f, 0};
    threshold.expect_end();
    for (const xml_element &tree : child(element, "weakClassifiers").children) {
        read_tree(tree, model);
        ++stage.trees;
    }
    if (stage.trees == 0) { refuse("a stage without trees"); }
    model.stages.push_back(stage);
}

cascade_model::rectangle read_rectangle(numbers &text) {
    cascade_model::rectangle result = {};
    result.x = text.whole(0, longest_side);
    result.y = text.whole(0, longest_side);
    result.width = text.whole(1, longest_side);
    result.height = text.whole(1, longest_side);
    return result;
}

cascade_model::feature read_haar(const xml_element &element, const cascade_model &model) {
    cascade_model::feature feature = {};
    feature.is_tilted = element.child("tilted") && number(element, "tilted", 0, 1) == 1;
    const std::vector<xml_element> &parts = child(element, "rects").children;
    if (parts.size() < 2 || parts.size() > 3) { refuse("a feature has " + std::to_string(parts.size()) + " rectangles"); }
    for (size_t index = 0; index < parts.size(); ++index) {
        numbers text(parts[index]);
        const auto [x, y, width, height] = feature.rectangles[index] = read_rectangle(text);
        feature.weights[index] = text.real();
        text.expect_end();
        // A tilted rectangle is given by its topmost corner; its height extends down to the left.
        const bool fits = feature.is_tilted ? x - height >= 0 && x + width <= model.width && y + width + height <= model.height
                                            : x + width <= model.width && y + height <= model.height;
        if (!fits) { refuse("a feature extends outside the window"); }
    }
    return feature;
}

cascade_model::feature read_lbp(const xml_element &element, const cascade_model &model) {
    cascade_model::feature feature = {};
    numbers text(child(element, "rect"));
    const auto [x, y, width, height] = feature.rectangles[0] = read_rectangle(text);
    text.expect_end();
    if (x + 3 * width > model.width || y + 3 * height > model.height) { refuse("a feature extends outside the window"); }
    return feature;
}

}  // namespace

cascade_model::cascade_model(const char *xml, size_t length) {
    const xml_element root = read_xml(xml, length);
    const xml_element *cascade = root.children.empty() ? nullptr : &root.children.front();
    if (root.name != "opencv_storage" || !cascade || !cascade->child("stageType") || word(*cascade, "stageType") != "BOOST") {
        throw unreadable_model("not a cascade in the format of opencv_traincascade (older Haar files must be converted)");
    }
    const std::string kind = word(*cascade, "featureType");
    if (kind != "HAAR" && kind != "LBP") { throw unreadable_model("unsupported feature type “" + kind + "”; use HAAR or LBP"); }
    is_lbp = kind == "LBP";
    // The contrast is measured inside a border of one pixel.
    width = number(*cascade, "width", 3, longest_side);
    height = number(*cascade, "height", 3, longest_side);
    const int32_t categories = is_lbp ? 256 : 0;
    number(child(*cascade, "featureParams"), "maxCatCount", categories, categories);
    for (const xml_element &element : child(*cascade, "features").children) {
        features.push_back(is_lbp ? read_lbp(element, *this) : read_haar(element, *this));
        has_tilted |= features.back().is_tilted;
    }
    for (const xml_element &element : child(*cascade, "stages").children) { read_stage(element, *this); }
    if (stages.empty()) { refuse("there are no stages"); }
}

}  // namespace boundedcrop
