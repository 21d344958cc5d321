// SPDX-License-Identifier: Apache-2.0
// The field tables of a machine file of kind "rram": every key there is, with type, default,
// meaning.
#ifndef CROSSROOF_MODELS_MACHINE_FIELDS_H_
#define CROSSROOF_MODELS_MACHINE_FIELDS_H_

#include "models/field_fill.h"
#include "models/machine_raw.h"

namespace crossroof {

inline constexpr std::int64_t kMachineFormat = 1;  // the newest version this program reads

template <>
const Table& table_of<RawAdc>();
template <>
const Table& table_of<RawPulseCount>();
template <>
const Table& table_of<RawWrite>();
template <>
const Table& table_of<RawCrossbar>();
template <>
const Table& table_of<L1Ports>();
template <>
const Table& table_of<RawL1>();
template <>
const Table& table_of<RawLaneOps>();
template <>
const Table& table_of<RawSimd>();
template <>
const Table& table_of<RawCore>();
template <>
const Table& table_of<RawCoreGroup>();
template <>
const Table& table_of<RawNoc>();
template <>
const Table& table_of<RawController>();
template <>
const Table& table_of<RawChipLink>();
template <>
const Table& table_of<Precision>();
template <>
const Table& table_of<Published>();
template <>
const Table& table_of<RawFactor>();
template <>
const Table& table_of<RawCalibration>();
template <>
const Table& table_of<RawMachine>();

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_FIELDS_H_
