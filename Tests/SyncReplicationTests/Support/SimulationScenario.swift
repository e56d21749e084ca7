import Foundation
import RandomTesting

@testable import SyncReplication

/// What may happen in a simulation beside edits and faults of the network.
struct SimulationScenario {
  /// Whether what was deleted on one side and changed on the other goes.
  var deletionsWin = false
  /// Whether members are put in another order.
  var movesMembers = true
  /// Whether that are members of any relationship, not of one for each entity.
  var movesAllMembers = true
  /// Whether most edits change who is a member where: else lists with an order are rare.
  var favorsMembers = false
  /// Whether some devices have an earlier version of the program for a while.
  var hasVersions = false
  /// Whether the later version calls some entities and properties otherwise.
  var renames = false
  /// What devices do that change the account; nil where none does.
  var switching: Switching?
  /// Whether transactions fail in the middle.
  var hasCrashes = false
  /// Where they do.
  var crashPlace = SimulatedDevice.CrashPlace.ledger
  /// Whether a server looks at a version and then writes, as Kinto does: what is late is written over what others
  /// have written since it was looked at.
  var letsWriteOver = false
  /// Whether there are values that stand apart from their records.
  var hasLargeValues = false
  /// Whether servers keep pairs beside the lists, which an app changes that knows nothing else.
  var keepsPairs = false

  /// Whether servers lose what they had: they are put back to an earlier state, emptied or replaced.
  var losesData = false

  /// Whether clocks have been set, one of them to a time that is years ahead.
  var hasFuture = false

  enum Switching { case keepsApart, merges }

  /// Edits and faults of the network alone.
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
    // Who takes a record to another account before its large value has arrived takes it there without.
    hasLargeValues = happens(20) && switching != .merges
    if happens(70) { crashPlace = .anyStatement }
    favorsMembers = happens(30)
    letsWriteOver = happens(20) && switching == nil
    renames = happens(50) && hasVersions
  }

  var rules: Replica.Rules {
    var rules = Replica.Rules()
    rules.deletionsWin = deletionsWin
    rules.keepsPairs = keepsPairs
    return rules
  }
}
