// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/machine_json.h"
#include "tests/models/machine_test_files.h"

namespace crossroof::testing {
namespace {

TEST(Extends, MergesObjectsKeyByKey) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.json", R"({
    "crossroof": 1, "extends": "teaching", "name": "mine",
    "core": {"l1": {"ports": {"read_write": 0, "read": 1, "write": 1}}}
  })");
  const RramChip chip = load_machine(file).chip;
  EXPECT_EQ(chip.name, "mine");
  EXPECT_EQ(chip.kinds[0].l1.ports.read, 1);
  EXPECT_EQ(chip.kinds[0].l1.ports.read_write, 0);
  EXPECT_EQ(chip.kinds[0].l1.word.count(), 16);  // inherited beside it
  EXPECT_EQ(chip.kinds[0].crossbar.array_read, Seconds(4e-9));
}

TEST(Extends, ReplacesArraysAsAWhole) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.json", R"({
    "crossroof": 1, "extends": "teaching",
    "memory": [{"name": "a", "rate": "1 B/cycle"}, {"name": "b", "rate": "2 B/cycle"}]
  })");
  const RramChip chip = load_machine(file).chip;
  ASSERT_EQ(chip.memory.size(), 2u);
  EXPECT_EQ(chip.memory[1].rate, BytesPerSecond(2e9));
}

TEST(Extends, NullRemovesAnInheritedKey) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.json", R"({
    "crossroof": 1, "extends": "isaac-ce", "chip_link": null, "chips": null,
    "core": {"crossbar": {"adc": {"rate": null, "conversion_time": {"8": "1 ns", "6": "500 ps"}}}}
  })");
  const RramChip chip = load_machine(file).chip;
  EXPECT_FALSE(chip.chip_link.has_value());
  EXPECT_EQ(chip.chips, 1);
  EXPECT_EQ(chip.kinds[0].crossbar.adc.conversion, Seconds(1e-9));
  const RramChip six = load_machine(file, {"core.crossbar.adc.resolution=6"}).chip;
  EXPECT_EQ(six.kinds[0].crossbar.adc.conversion, Seconds(5e-10));
}

TEST(Extends, PathsAreRelativeToTheFile) {
  const TemporaryFolder folder;
  folder.write("base/one.json", R"({"crossroof": 1, "extends": "../two.json", "name": "one"})");
  folder.write("two.json", R"({"crossroof": 1, "extends": "teaching", "title": "two"})");
  const std::string file =
      folder.write("top/three.json", R"({"crossroof": 1, "extends": "../base/one.json"})");
  const RramChip chip = load_machine(file).chip;
  EXPECT_EQ(chip.name, "one");
  EXPECT_EQ(chip.title, "two");
}

TEST(Extends, ACycleIsRefusedHoweverItIsSpelt) {
  const TemporaryFolder folder;
  folder.write("a.json", R"({"crossroof": 1, "extends": "sub/../b.json"})");
  folder.write("sub/x", "");
  folder.write("b.json", "{\"crossroof\": 1,\n \"extends\": \"./a.json\"}");
  EXPECT_EQ(refusal(folder.path() + "/a.json", {}, folder.path()),
            "sub/../b.json:2:13: error: /extends: found \"./a.json\", which extends itself: a.json "
            "-> sub/../b.json -> sub/.././a.json");
}

TEST(Extends, AFileUsedTwiceInDifferentChainsIsNoCycle) {
  const TemporaryFolder folder;
  folder.write("base.json", R"({"crossroof": 1, "extends": "teaching"})");
  const std::string a = folder.write("a.json", R"({"crossroof": 1, "extends": "base.json"})");
  EXPECT_EQ(refusal(a), "accepted");
  EXPECT_EQ(refusal(a), "accepted");
}

TEST(Extends, MistakesPointIntoTheFileThatMadeThem) {
  const TemporaryFolder folder;
  folder.write("base.json", "{\"crossroof\": 1, \"extends\": \"teaching\",\n \"cores\": 0}");
  const std::string file = folder.write(
      "a.json", "{\"crossroof\": 1, \"extends\": \"base.json\",\n \"clock\": \"1 m\"}");
  EXPECT_EQ(refusal(file, {}, folder.path()),
            "a.json:2:11: error: /clock: found \"1 m\", expected a frequency such as \"1 GHz\"; "
            "unknown unit \"m\" (units: Hz, kHz, MHz or GHz)\n"
            "base.json:2:11: error: /cores: found 0, expected an integer from 1 to 65536");
}

TEST(Machine, ThatDoesNotExistIsRefusedWithWhatThereIs) {
  EXPECT_EQ(refusal("isaac"),
            "no machine \"isaac\": neither a file nor one of the presets isaac-ce, neurram, "
            "pimsim-nn, puma and teaching; did you mean \"isaac-ce\"?");
  EXPECT_EQ(refusal("no/such.json").substr(0, 26), "no machine \"no/such.json\":");
}

TEST(Machine, AFolderIsNoMachine) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path()), "cannot read file \"" + folder.path() + "\"");
}

}  // namespace
}  // namespace crossroof::testing
