import Foundation
import SyncPort

@testable import SyncReplication

/// A record of the devices' actions, which determines the expected result.
struct SimulationRecord {
  struct Edit {
    let device: Int
    let record: String
    let field: String
    let value: String
    /// The time stamp that all devices see; nil if it was not read.
    let stamp: SyncStamp?
  }

  var edits: [Edit] = []
  /// Whether some devices lack properties, and delete rows without seeing all of their values.
  var hasVersions = false
  /// Whether deletions win over concurrent changes.
  var deletionsWin = false
  /// Values that a device saw and replaced, with their replacements.
  var overwritten: [String: Set<String>] = [:]
  /// Values that lost a conflict with a value from another device.
  var settled: Set<String> = []
  /// Whether records were merged.
  var hasDoubles = false
  /// Whether a server may overwrite an increment of a counter, which is then lost.
  var mayLoseSums = false
  /// The increments of counters, by record.
  var added: [String: Int64] = [:]
  struct Deletion {
    let device: Int
    let record: String
    /// The values that the device had seen by then.
    let seen: Set<String>
    /// The stamps of the record's fields, as the device knew them.
    let marks: SyncMarks
    /// The record's required owner, as the device knew it.
    let owner: String?
    /// The stamps of the assignments to notes, for lines that the device knew or had deleted
    /// before.
    let lines: [String: SyncStamp]
  }
  var deletions: [Deletion] = []
  /// Changed relationships and positions, by record.
  var relations: [String: [Relation]] = [:]
  struct Relation {
    let device: Int
    let field: String
    /// The time stamp; nil for an unlinking without a mark.
    let stamp: SyncStamp?
  }
  /// Lines that were created for a note or moved to it, by note.
  ///
  /// The note must exist while it has lines.
  var lines: [String: [Line]] = [:]
  struct Line {
    let name: String
    let stamp: SyncStamp
  }
  /// The number of times that a record of each name was created.
  var made: [String: Int] = [:]
  /// Records that a late request created again after every device had deleted them.
  var broughtBack: Set<String> = []
  /// Sent records without a response, which their sender treats as unseen.
  var unanswered: Set<SimulatedNetwork.Sending> = []
  /// Records of which a version was overwritten by a device that had not seen it, and that may
  /// delete the rest.
  var writtenOver: Set<String> = []
  /// Whether a server may overwrite a deletion.
  var mayWriteOver = false
  /// Whether clocks were years ahead or were set back by more than a day, so that stamps do not
  /// show the actual order.
  var hasFuture = false
  /// Whether a server may have lost data, including deletions and sums.
  var hasLosses = false

  /// Checks that no data was lost, and that no deleted data returned.
  func check(_ picture: [String: [String: String]], _ devices: [SimulatedDevice]) throws {
    let live = Set(picture.keys)
    for (name, fields) in picture {
      for (field, value) in fields where Self.fields.contains(field) {
        let text = value.dropFirst("text(\"".count).dropLast(2)
        let isDoubtful =
          deletions.contains { $0.record == name } || (hasDoubles && name.hasPrefix("u"))
        if overwritten.keys.contains(String(text)), !isDoubtful, !isFreeAgain(String(text)) {
          throw SimulationFailure(
            description: "\(name).\(field) is \(text), which was replaced by somebody who saw it")
        }
      }
      if let sum = added[name] {
        let shown = fields["count"] ?? "integer(0)"
        let isDoubtful = mayLoseSums || hasLosses || deletions.contains { $0.record == name }
        if shown != "integer(\(sum))", !isDoubtful {
          throw SimulationFailure(description: "\(name).count is \(shown), not \(sum)")
        }
      }
    }
    try checkEdits(picture)
    let needed = Set(picture.values.compactMap { $0["note"] })
    for deletion in deletions where live.contains(deletion.record) {
      let isNeeded = needed.contains("\(SyncValue.reference(deletion.record))")
      if !isNeeded, !wasNeeded(deletion), !mayBeBack(deletion) {
        throw SimulationFailure(description: "\(deletion.record) is back")
      }
    }
    for name in made.keys.sorted() where !live.contains(name) && !name.hasPrefix("u") {
      guard deletions.contains(where: { $0.record == name }) else {
        throw SimulationFailure(description: "\(name) is gone, which nobody deleted")
      }
    }
    for edit in edits
    where !deletionsWin && !live.contains(edit.record) && !edit.record.hasPrefix("u")
      && !overwritten.keys.contains(edit.value) && !settled.contains(edit.value)
      && !(hasVersions && edit.field == "mood") && !writtenOver.contains(edit.record)
    {
      let isKnown = deletions.contains {
        $0.record == edit.record && ($0.seen.contains(edit.value) || $0.device == edit.device)
      }
      if !isKnown {
        throw SimulationFailure(
          description: "\(edit.record) is gone, with \(edit.value), which no deleter saw")
      }
    }
  }
}

extension SimulationRecord {
  /// Whether a deleted record may exist because another one required it then.
  ///
  /// That one may have moved to another record since: a line that was deleted with it or belonged
  /// to it and was restored, or a line that the deleting device had not seen.
  private func wasNeeded(_ deletion: Deletion) -> Bool {
    let lines = lines[deletion.record, default: []]
    let hasReturned = deletions.contains { other in
      other.device == deletion.device && mayBeBack(other)
        && (other.owner == deletion.record || lines.contains { $0.name == other.record })
    }
    return hasReturned
      || lines.contains { line in deletion.lines[line.name].map { $0 < line.stamp } ?? true }
  }

  /// Whether a deleted record may exist: another device changed it without the deleting device's
  /// knowledge, or created it again.
  private func mayBeBack(_ deletion: Deletion) -> Bool {
    let name = deletion.record
    let isUnseen = edits.contains { $0.record == name && !deletion.seen.contains($0.value) }
    // For relationships that were set again since, it is unknown whether the deleting device knew
    // the earlier value.
    let isRelated = relations[name, default: []].contains { relation in
      relation.device != deletion.device
        && (relation.stamp == nil || deletion.marks.stamp(of: relation.field) != relation.stamp)
    }
    // Records with one name are merged, whichever device creates them, and their values carry over.
    let isShared = name.hasPrefix("u") && (hasDoubles || made[name, default: 0] > 1)
    let isUnanswered = unanswered.contains { $0.record == name && $0.device != deletion.device }
    return isUnseen || isRelated || isShared || isUnanswered || broughtBack.contains(name)
      || mayWriteOver || hasLosses
  }
}

extension SimulationRecord {
  /// Whether a replaced value may return because all of its replacements lost conflicts with third
  /// values.
  ///
  /// This requires a server that lost data and a device whose clock is ahead: its value replaced
  /// one, and loses against another that is older than the replaced one.
  private func isFreeAgain(_ value: String) -> Bool {
    guard hasFuture, hasLosses, let replacements = overwritten[value] else { return false }
    return replacements.allSatisfy { settled.contains($0) || isFreeAgain($0) }
  }
}

extension SimulationRecord {
  /// The properties that edits set to unique texts.
  private static let fields = ["body", "city", "color", "mood", "picture", "words"]

  /// Checks that existing records have the values that were set last.
  private func checkEdits(_ picture: [String: [String: String]]) throws {
    let deleted = Set(deletions.map(\.record))
    if !hasFuture { try checkLatest(picture, deleted) }
    for edit in edits where !overwritten.keys.contains(edit.value) && !settled.contains(edit.value)
    {
      guard let fields = picture[edit.record], !deleted.contains(edit.record),
        !hasDoubles || !edit.record.hasPrefix("u")
      else { continue }
      let text = "\(SyncValue.text(edit.value))"
      if !fields.values.contains(text) {
        throw SimulationFailure(
          description: "\(edit.record) does not say \(edit.value), which nobody replaced")
      }
    }
  }
}

extension SimulationRecord {
  /// Checks that the edits of some devices are present there, unless others replaced them.
  func checkEdits(of devices: Set<Int>, _ picture: [String: [String: String]]) throws {
    let deleted = Set(deletions.map(\.record))
    for edit in edits
    where devices.contains(edit.device) && !overwritten.keys.contains(edit.value)
      && !settled.contains(edit.value) && !deleted.contains(edit.record)
      && (!hasDoubles || !edit.record.hasPrefix("u"))
    {
      let fields = picture[edit.record] ?? [:]
      if !fields.values.contains("\(SyncValue.text(edit.value))") {
        throw SimulationFailure(
          description: "\(edit.record) of device \(edit.device) does not say \(edit.value)")
      }
    }
  }
}

extension SimulationRecord {
  /// Checks that each property has the value that was set last.
  private func checkLatest(
    _ picture: [String: [String: String]], _ deleted: Set<String>
  ) throws {
    struct Place: Hashable {
      let record: String
      let field: String
    }
    for (place, edits) in Dictionary(
      grouping: edits, by: { Place(record: $0.record, field: $0.field) })
    where !deleted.contains(place.record) && (!hasDoubles || !place.record.hasPrefix("u")) {
      let stamps = edits.compactMap(\.stamp)
      guard stamps.count == edits.count, let latest = stamps.max(),
        let fields = picture[place.record],
        let wanted = edits.last(where: { $0.stamp == latest })?.value
      else { continue }
      let shown = fields[place.field] ?? "nothing"
      if shown != "\(SyncValue.text(wanted))" {
        throw SimulationFailure(
          description: "\(place.record).\(place.field) is \(shown), and \(wanted) was set last")
      }
    }
  }
}
