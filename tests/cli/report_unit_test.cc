// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "cli/report/csv.h"
#include "cli/report/engineering.h"
#include "cli/report/finite.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

TEST(Engineering, HasThreeDigitsAndAPrefix) {
  EXPECT_EQ(engineering(1.28e-6, "s"), "1.28 us");
  EXPECT_EQ(engineering(41.288e12, "OPS"), "41.3 TOPS");
  EXPECT_EQ(engineering(41.288e12, "OPS", 4), "41.29 TOPS");
  EXPECT_EQ(engineering(1, "s"), "1.00 s");
  EXPECT_EQ(engineering(16e-9, "s"), "16.0 ns");
}

TEST(Engineering, ZeroIsPlain) { EXPECT_EQ(engineering(0, "s"), "0 s"); }

TEST(Engineering, RoundingUpTakesTheNextPrefix) {
  EXPECT_EQ(engineering(999.4e-9, "s"), "999 ns");
  EXPECT_EQ(engineering(999.6e-9, "s"), "1.00 us");
  EXPECT_EQ(engineering(9.996, "s"), "10.0 s");
}

TEST(Engineering, BeyondTheLastPrefixDigitsAreWrittenOut) {
  EXPECT_EQ(engineering(1e21, "B"), "1000 EB");
  EXPECT_EQ(engineering(1e-19, "s"), "0.100 as");
}

TEST(Bytes, UseBinaryPrefixesAndKeepOddBits) {
  EXPECT_EQ(bytes_text(Bits(524288)), "64 KiB");
  EXPECT_EQ(bytes_text(Bits(9216)), "1.125 KiB");
  EXPECT_EQ(bytes_text(Bits(0)), "0 B");
  EXPECT_EQ(bytes_text(Bits(8184)), "1023 B");
  EXPECT_EQ(bytes_text(Bits(3)), "3 bit");
}

TEST(Counts, AreGroupedByThree) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1 000");
  EXPECT_EQ(count_text(4089184256), "4 089 184 256");
  EXPECT_EQ(counted(1, "layer"), "1 layer");
  EXPECT_EQ(counted(0, "layer"), "0 layers");
}

TEST(Percent, NeverRoundsWorkToNothing) {
  EXPECT_EQ(percent_text(0.5625), "56.2 %");
  EXPECT_EQ(percent_text(1), "100.0 %");
  EXPECT_EQ(percent_text(0), "0 %");
  EXPECT_EQ(percent_text(0.0002), "0.02 %");
}

TEST(TextTable, AlignsColumnsAndTrimsLines) {
  TextTable table;
  table.add_column("name", Align::left);
  table.add_column("time");
  table.add_column("remark", Align::left);
  table.add_row({"a", "10 ns", ""});
  table.add_row({"b\xC3\xA9", "2 ns", "x"});
  EXPECT_EQ(table.text(),
            "name   time  remark\n"
            "----  -----  ------\n"
            "a     10 ns\n"
            "b\xC3\xA9     2 ns  x\n");
}

TEST(TextTable, ShortensFromTheLeft) {
  EXPECT_EQ(shortened("conv1", 5), "conv1");
  EXPECT_EQ(shortened("/a/conv1", 7), "...onv1");
  EXPECT_EQ(width(shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 5)), 5u);
}

TEST(FactList, IndentsFurtherLines) {
  FactList facts;
  facts.add("a", "1\n2");
  facts.add("bcd", "3");
  EXPECT_EQ(facts.text(), "a    1\n     2\nbcd  3\n");
}

TEST(CsvText, QuotesOnlyWhatNeedsIt) {
  Csv csv;
  csv.field("plain").field("a,b").field("say \"x\"").field("two\nlines").field("");
  csv.end_record();
  csv.field(std::int64_t{9007199254740993}).field(0.1);
  csv.end_record();
  EXPECT_EQ(csv.text(),
            "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\r\n9007199254740993,0.1\r\n");
}

TEST(Finite, RefusesWhatNoResultMayBe) {
  EXPECT_EQ(finite(1, "x"), 1);
  EXPECT_THROW(finite(std::numeric_limits<double>::infinity(), "x"), std::logic_error);
  EXPECT_THROW(finite(std::numeric_limits<double>::quiet_NaN(), "x"), std::logic_error);
}

}  // namespace
}  // namespace crossroof::cli
