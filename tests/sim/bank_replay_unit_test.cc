// SPDX-License-Identifier: Apache-2.0
// Bank conflicts by hand, and the replay against a walk word by word.
#include "sim/bank_replay.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/l1_words.h"

namespace crossroof::sim {
namespace {

BankSequence strided(std::int64_t base, std::int64_t stride, std::int64_t words) {
  return {{PatternKind::stride, base, stride, 0}, 0, words};
}

// Words 0, 1, 2, ... from word 6 in 4 banks: 2, 3, 0, 1, 2.
TEST(BankOf, SequentialWordsGoRoundTheBanksFromTheFirstWord) {
  const BankPattern p{PatternKind::sequential, 6, 3, 0};
  for (const std::int64_t word : {0, 1, 2, 3, 4}) EXPECT_EQ(bank_of(p, word, 4), (6 + word) % 4);
}

// Stride -3 in 8 banks from bank 1: 1, -2 = 6, -5 = 3.
TEST(BankOf, AStrideMayBeNegative) {
  const BankPattern p{PatternKind::stride, 1, -3, 0};
  EXPECT_EQ(bank_of(p, 0, 8), 1);
  EXPECT_EQ(bank_of(p, 1, 8), 6);
  EXPECT_EQ(bank_of(p, 2, 8), 3);
}

TEST(BankOf, RandomBanksDependOnSeedAndWordOnly) {
  const BankPattern p{PatternKind::random, 5, 7, 1}, other{PatternKind::random, 5, 7, 2};
  int alike = 0;
  for (std::int64_t word = 0; word < 1000; ++word) {
    const std::int64_t bank = bank_of(p, word, 16);
    EXPECT_GE(bank, 0);
    EXPECT_LT(bank, 16);
    EXPECT_EQ(bank, bank_of(p, word, 16));
    if (bank == bank_of(other, word, 16)) ++alike;
  }
  EXPECT_LT(alike, 100);  // 1000 / 16 = 62.5 expected, standard deviation 7.7
}

TEST(BankReplay, OnePortMovesOneWordPerCycle) {
  BankReplay r(4);
  EXPECT_EQ(r.add(strided(0, 4, 100)), 100);
}

// Both at bank 0 in cycle 0: the younger loses it and follows one bank behind.
TEST(BankReplay, TwoSequentialPortsFromOneBankLoseOneCycle) {
  BankReplay r(4);
  EXPECT_EQ(r.add(strided(0, 1, 100)), 100);
  EXPECT_EQ(r.add(strided(0, 1, 100)), 101);
}

// Stride 4 in 4 banks: all words of both in bank 0, so the younger begins when the older is
// through.
TEST(BankReplay, PortsThatStayAtOneBankTakeTurns) {
  BankReplay r(4);
  r.add(strided(0, 4, 1000000));
  EXPECT_EQ(r.add(strided(8, 4, 5)), 1000005);
}

// The older has 10 - 6 = 4 words left when the younger comes to the same bank.
TEST(BankReplay, APortThatComesLaterMeetsWhatIsLeftOfTheOthers) {
  BankReplay r(2);
  r.add(strided(0, 2, 10));
  r.advance(6);
  EXPECT_EQ(r.add(strided(0, 2, 3)), 7);
}

TEST(BankReplay, PortsThatAreThroughLeave) {
  BankReplay r(2);
  r.add(strided(0, 1, 10));
  r.advance(9);
  EXPECT_FALSE(r.idle());
  r.advance(1);
  EXPECT_TRUE(r.idle());
}

BankSequence any_sequence(std::mt19937_64& random, std::int64_t most) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const PatternKind kinds[] = {PatternKind::sequential, PatternKind::stride, PatternKind::stride,
                               PatternKind::random};
  return {{kinds[random() % 4], below(100), below(40) - 20, random()}, below(50), 1 + below(most)};
}

// Oracle: the walk word by word. Ports come at random times; most sequences are long against the
// number of banks, so that repetitions are skipped.
TEST(BankReplay, EndsAreThoseOfAWalkWordByWord) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    const auto banks = static_cast<std::int64_t>(1 + random() % 12);
    BankReplay replay(banks);
    L1Words words(banks);
    std::vector<std::int64_t> expected, found(6, -1);
    std::int64_t now = 0;
    for (std::uint64_t id = 0; id < 6; ++id) {
      const BankSequence s = any_sequence(random, round % 2 == 0 ? 400 : 20);
      expected.push_back(now + replay.add(s));
      words.begin(id, s);
      const auto pause = static_cast<std::int64_t>(random() % 60);
      replay.advance(pause);
      for (std::int64_t i = 0; i < pause; ++i, ++now) {
        for (const std::uint64_t ended : words.step()) found[ended] = now + 1;
      }
    }
    for (; !words.idle(); ++now) {
      for (const std::uint64_t ended : words.step()) found[ended] = now + 1;
    }
    ASSERT_EQ(found, expected) << "round " << round << ", " << banks << " banks";
  }
}

}  // namespace
}  // namespace crossroof::sim
