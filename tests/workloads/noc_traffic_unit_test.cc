// SPDX-License-Identifier: Apache-2.0
#include "workloads/noc_traffic.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/error.h"
#include "workloads/traffic_file.h"

namespace crossroof {
namespace {

template <class F>
void expect_refused(const F& call, const std::string& message) {
  try {
    call();
    FAIL() << message;
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), message);
  }
}

TEST(TrafficPattern, TransposeMirrorsTheGrid) {
  const TrafficPattern pattern = transpose_traffic(16, 4);
  EXPECT_EQ(pattern.of(1).nodes, std::vector<std::uint32_t>{4});
  EXPECT_EQ(pattern.of(4).nodes, std::vector<std::uint32_t>{1});
  EXPECT_EQ(pattern.of(11).nodes, std::vector<std::uint32_t>{14});
  EXPECT_EQ(pattern.of(5).nodes, std::vector<std::uint32_t>{5});
  expect_refused([] { transpose_traffic(8, 4); },
                 "transpose traffic needs a square of nodes, found 8 nodes in rows of 4");
}

TEST(TrafficPattern, HotspotsAreNodesNamedOnce) {
  EXPECT_EQ(hotspot_traffic(4, {3, 0}).name, "hotspot=3,0");
  expect_refused([] { hotspot_traffic(4, {4}); }, "hotspot 4 is no node, expected one from 0 to 3");
  expect_refused([] { hotspot_traffic(4, {1, 2, 1}); }, "hotspot 1 is named twice");
  expect_refused([] { hotspot_traffic(4, {}); }, "hotspot traffic needs a node to send to");
}

// Weights 1, 3 from node 0 and 4 from node 1: both carry half the load; none from node 2.
TEST(TrafficFile, AListGivesSharesAndLoads) {
  const TrafficPattern pattern =
      parse_traffic("t.csv", "# flows\nsource,destination,weight\n0, 1, 1\n\n0,2,3\r\n1,0,4\n", 3);
  EXPECT_EQ(pattern.of(0).nodes, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_DOUBLE_EQ(pattern.of(0).share(0), 0.25);
  EXPECT_DOUBLE_EQ(pattern.of(0).share(1), 0.75);
  EXPECT_EQ(pattern.load, (std::vector<double>{1.5, 1.5, 0}));
}

TEST(TrafficFile, AMatrixIsTheSame) {
  const TrafficPattern list =
      parse_traffic("a", "source,destination,weight\n0,1,1\n1,0,0.5\n1,1,1.5\n", 2);
  const TrafficPattern matrix = parse_traffic("b", "0,1\n0.5,1.5\n", 2);
  EXPECT_EQ(list.load, matrix.load);
  EXPECT_EQ(list.of(1).nodes, matrix.of(1).nodes);
  EXPECT_EQ(list.of(1).up_to, matrix.of(1).up_to);
}

TEST(TrafficFile, MistakesNameTheirLine) {
  const auto refused = [](const std::string& text, const std::string& message) {
    expect_refused([&] { parse_traffic("t.csv", text, 2); }, message);
  };
  const std::string head = "source,destination,weight\n";
  refused(head + "0,1\n", "t.csv:2: error: found 2 values, expected source,destination,weight");
  refused(head + "0,2,1\n", "t.csv:2: error: found \"2\", expected a node from 0 to 1");
  refused(head + "0,1,-1\n", "t.csv:2: error: found \"-1\", expected a weight of 0 or more");
  refused(head + "0,1,nan\n", "t.csv:2: error: found \"nan\", expected a weight of 0 or more");
  refused(head + "0,1,1\n0,1,2\n", "t.csv:3: error: from 0 to 1 was already given in line 2");
  refused(head, "t.csv: error: no traffic, expected a weight above 0");
  refused("0,0\n0,0\n", "t.csv: error: no traffic, expected a weight above 0");
  refused("1,2\n", "t.csv:1: error: the matrix ends after 1 line, expected 2, one for each node");
  refused("1,2\n3,4\n5,6\n", "t.csv:3: error: more lines than the 2 nodes");
  refused("0,1,1\n",
          "t.csv:1: error: found 3 values, expected 2, one weight for each node, or first the line "
          "\"source,destination,weight\"");
  refused("0,1\n1\n", "t.csv:2: error: found 1 value, expected 2, one weight for each node");
  expect_refused([] { parse_traffic("t.csv", "1\n1\n", 1); },
                 "t.csv:2: error: more lines than the 1 node");
  expect_refused([] { read_traffic("no such file", 2); }, "no such file: error: cannot be read");
}

// Their ratios would overflow.
TEST(TrafficFile, WeightsBeyondReasonAreMistakes) {
  for (const std::string weight : {"1e-320", "1e-400", "9e-101", "1.1e100", "1e400"}) {
    expect_refused(
        [&] { parse_traffic("t.csv", "source,destination,weight\n0,1," + weight + "\n", 2); },
        "t.csv:2: error: found \"" + weight + "\", expected a weight of 0 or from 1e-100 to 1e100");
  }
  const TrafficPattern least = parse_traffic("a", "0,1e-100\n0,0\n", 2);
  EXPECT_EQ(least.load, (std::vector<double>{2, 0}));
  const TrafficPattern most = parse_traffic("b", "1e100,1e100\n1e100,1e100\n", 2);
  EXPECT_EQ(most.load, (std::vector<double>{1, 1}));
}

TEST(TrafficFile, AllMistakesAreTold) {
  expect_refused([] { parse_traffic("t.csv", "source,destination,weight\n0,2,x\n0,1,1\n1\n", 2); },
                 "t.csv:2: error: found \"2\", expected a node from 0 to 1\n"
                 "t.csv:2: error: found \"x\", expected a weight of 0 or more\n"
                 "t.csv:4: error: found 1 value, expected source,destination,weight");
  expect_refused([] { parse_traffic("t.csv", "1,2,3\nx,1,1\n", 3); },
                 "t.csv:2: error: found \"x\", expected a weight of 0 or more\n"
                 "t.csv:2: error: the matrix ends after 2 lines, expected 3, one for each node");
}

TEST(TrafficFile, ManyMistakesAreCounted) {
  const auto mistakes = [](std::size_t lines) {
    std::string text = "source,destination,weight\n";
    for (std::size_t line = 0; line < lines; ++line) text += "0\n";
    try {
      parse_traffic("t.csv", text, 2);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string twenty = mistakes(20);
  EXPECT_EQ(std::count(twenty.begin(), twenty.end(), '\n'), 19);
  EXPECT_EQ(mistakes(21), twenty + "\nt.csv: error: 1 more mistake");
  EXPECT_EQ(mistakes(25), twenty + "\nt.csv: error: 5 more mistakes");
}

// Spreadsheets write one.
TEST(TrafficFile, AByteOrderMarkIsSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(parse_traffic("a", mark + "source,destination,weight\r\n0,1,1\r\n", 2).load,
            (std::vector<double>{2, 0}));
  EXPECT_EQ(parse_traffic("b", mark + "0,1\n0,0", 2).load, (std::vector<double>{2, 0}));
}

}  // namespace
}  // namespace crossroof
