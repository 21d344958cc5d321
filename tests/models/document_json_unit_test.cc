// SPDX-License-Identifier: Apache-2.0
#include "models/document_json.h"

#include <gtest/gtest.h>

#include "models/error.h"

namespace crossroof {
namespace {

const std::vector<Source> kSources = {{SourceKind::file, "f.json"}};

Node parse(const std::string& text) { return parse_json(text, 0, kSources); }

std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string at(const Node& node) {
  return std::to_string(node.place.line) + ":" + std::to_string(node.place.column);
}

TEST(ParseJson, KnowsThePlaceOfEveryValueAndKey) {
  const Node root = parse("{\n  \"a\": 1,\n  \"b\": [true, null, \"x\"],\n  \"c\": {}\n}");
  EXPECT_EQ(at(root), "1:1");
  EXPECT_EQ(at(*root.find("a")), "2:8");
  EXPECT_EQ(root.members[0].place.column, 3u);
  const Node& b = *root.find("b");
  EXPECT_EQ(at(b), "3:8");
  EXPECT_EQ(at(b.items[0]), "3:9");
  EXPECT_EQ(at(b.items[1]), "3:15");
  EXPECT_EQ(at(b.items[2]), "3:21");
  EXPECT_EQ(at(*root.find("c")), "4:8");
}

TEST(ParseJson, PlacesSurviveCommentsTabsAndLineEnds) {
  const Node root = parse(
      "// { \"x\": 1 }\r\n/* two\r\n lines */ {\t\"a\"/*,*/:\t-1.5e3 // ]\r\n, \"b\" :\"//\"}\r\n");
  EXPECT_EQ(at(root), "3:11");
  EXPECT_EQ(at(*root.find("a")), "3:23");
  EXPECT_EQ(root.find("a")->number, -1500);
  EXPECT_EQ(at(*root.find("b")), "4:8");
  EXPECT_EQ(root.find("b")->text, "//");
}

TEST(ParseJson, AColumnIsACharacterNotAByte) {
  const Node root = parse(
      "{\"gr\xC3\xB6\xC3\x9F"
      "e\": \"\xE2\x82\xAC\", \"n\": 7}");
  EXPECT_EQ(at(*root.find("gr\xC3\xB6\xC3\x9F"
                          "e")),
            "1:11");
  EXPECT_EQ(at(*root.find("n")), "1:21");
}

TEST(ParseJson, QuotesWithinStringsDoNotEndThem) {
  const Node root = parse(R"({"a\"b": "c\\", "d": "\"}", "e": 1})");
  EXPECT_EQ(root.find("a\"b")->text, "c\\");
  EXPECT_EQ(at(*root.find("e")), "1:34");
}

TEST(ParseJson, AByteOrderMarkIsNoColumn) { EXPECT_EQ(at(parse("\xEF\xBB\xBF{}")), "1:1"); }

TEST(ParseJson, KeepsWholeNumbersApart) {
  EXPECT_TRUE(parse("12").integral);
  EXPECT_EQ(parse("-9223372036854775808").integer, INT64_MIN);
  EXPECT_TRUE(parse("9223372036854775807").integral);
  EXPECT_FALSE(parse("9223372036854775808").integral);
  EXPECT_FALSE(parse("1.0").integral);
  EXPECT_EQ(parse("1.0").text, "1.0");
}

TEST(ParseJson, PointsAtTheTokenThatIsWrong) {
  EXPECT_EQ(refusal("{\"a\": 1,\n \"b\" 2}"),
            "f.json:2:6: error: syntax error while parsing object separator - unexpected number "
            "literal; expected ':'");
  EXPECT_EQ(refusal("{\"a\": tru}"),
            "f.json:1:7: error: syntax error while parsing value - invalid literal");
  EXPECT_EQ(refusal("[1,\n  2,\n]"),
            "f.json:3:1: error: syntax error while parsing value - unexpected ']'; expected '[', "
            "'{', or a literal (the comma before it is too many)");
  EXPECT_EQ(refusal("[1 2]"),
            "f.json:1:4: error: syntax error while parsing array - unexpected number literal; "
            "expected ']'");
  EXPECT_EQ(refusal("{} x"),
            "f.json:1:4: error: syntax error while parsing value - invalid literal; expected end "
            "of input");
  EXPECT_EQ(refusal("{\"a\": [1,,2]}"),
            "f.json:1:10: error: syntax error while parsing value - unexpected ','; expected '[', "
            "'{', or a literal");
}

TEST(ParseJson, SaysWhereTheTextEnds) {
  EXPECT_EQ(refusal("{\"a\": 1\n"),
            "f.json:2:1: error: syntax error while parsing object - unexpected end of input; "
            "expected '}'");
  EXPECT_EQ(refusal("").substr(0, 19), "f.json:1:1: error: ");
  EXPECT_EQ(refusal("{ /* no end").substr(0, 19), "f.json:1:3: error: ");
  EXPECT_EQ(refusal("{\"a").substr(0, 19), "f.json:1:2: error: ");
}

TEST(ParseJson, ReportsEveryDuplicateKey) {
  EXPECT_EQ(refusal("{\"a\": 1, \"b\": [{\"c\": 1, \"c\": 2}],\n \"a\": 3}"),
            "f.json:1:25: error: /b/0/c: duplicate key \"c\"\n"
            "f.json:2:2: error: /a: duplicate key \"a\"");
}

TEST(ParseJson, LimitsTheDepth) {
  const std::string fine = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(refusal(fine), "accepted");
  EXPECT_EQ(refusal("[" + fine + "]"), "f.json:1:65: error: more than 64 levels deep");
  EXPECT_EQ(refusal(std::string(1000000, '[')), "f.json:1:65: error: more than 64 levels deep");
}

TEST(ParseJson, LimitsTheSize) {
  const std::size_t most = std::size_t{16} << 20U;
  EXPECT_EQ(refusal("1" + std::string(most - 1, ' ')), "accepted");
  EXPECT_EQ(refusal("1" + std::string(most, ' ')), "f.json:1:1: error: larger than 16 MiB");
  std::string many = "[0";
  for (int i = 0; i < 1000000; ++i) many += ",0";
  EXPECT_EQ(refusal(many + "]"), "f.json:1:2000000: error: more than 1000000 values");
}

TEST(ParseJson, RefusesNumbersOutOfRange) {
  EXPECT_EQ(refusal("[1e999]"), "f.json:1:2: error: number overflow parsing '1e999'");
}

TEST(ParseJson, RefusesWhatIsNoText) {
  EXPECT_EQ(refusal(std::string("{}\0{", 4)),
            "f.json:1:1: error: not a text file (byte 2 is zero)");
  EXPECT_EQ(refusal("{\"a\": \"\xFF\"}").substr(0, 19), "f.json:1:7: error: ");
}

TEST(ReadTextFile, SaysWhatCannotBeRead) {
  EXPECT_THROW(read_text_file("no/such/file"), Error);
  EXPECT_THROW(read_text_file("."), Error);
}

}  // namespace
}  // namespace crossroof
