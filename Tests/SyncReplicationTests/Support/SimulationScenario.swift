import Foundation
import RandomTesting

@testable import SyncReplication

/// The events in a simulation besides edits and network faults.
struct SimulationScenario {
  /// Whether deletions win over concurrent changes.
  var deletionsWin = false
  /// Whether the order of members changes.
  var movesMembers = true
  /// Whether the order changes in any relationship, instead of one per entity.
  var movesAllMembers = true
  /// Whether most edits change memberships; otherwise ordered lists are rare.
  var favorsMembers = false
  /// Whether some devices temporarily have an earlier program version.
  var hasVersions = false
  /// Whether the later version renames some entities and properties.
  var renames = false
  /// The behaviour of devices that switch accounts; nil if none does.
  var switching: Switching?
  /// Whether transactions fail in the middle.
  var hasCrashes = false
  /// The place at which transactions fail.
  var crashPlace = SimulatedDevice.CrashPlace.ledger
  /// Whether a server checks a version and then writes without a transaction, as Kinto does.
  ///
  /// Late requests then overwrite versions that were written since the check.
  var letsWriteOver = false
  /// Whether there are values that are stored apart from their records.
  var hasLargeValues = false
  /// Whether servers keep pairs besides the lists; an app changes only these pairs.
  var keepsPairs = false

  /// Whether servers lose data: they are restored to an earlier state, emptied or replaced.
  var losesData = false

  /// Whether clocks were changed, one of them to years ahead.
  var hasFuture = false

  enum Switching { case keepsApart, merges }

  /// Only edits and network faults.
  static let plain: SimulationScenario = {
    var plain = SimulationScenario()
    plain.movesMembers = false
    return plain
  }()

  init() {}

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed &* 7_919 &+ 17)
    func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    deletionsWin = happens(15)
    hasVersions = happens(20)
    if happens(15) { switching = happens(50) ? .keepsApart : .merges }
    hasCrashes = happens(30)
    // A device that moves a record to another account before its large value arrived moves it
    // without the value.
    hasLargeValues = happens(20) && switching != .merges
    if happens(70) { crashPlace = .anyStatement }
    favorsMembers = happens(30)
    letsWriteOver = happens(20) && switching == nil
    renames = happens(50) && hasVersions
  }

  var rules: SyncPeer.Rules {
    var rules = SyncPeer.Rules()
    rules.deletionsWin = deletionsWin
    rules.keepsPairs = keepsPairs
    return rules
  }
}
