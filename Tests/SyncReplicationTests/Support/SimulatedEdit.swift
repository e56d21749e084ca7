import Foundation
import RandomTesting
import RecordStore
import SyncPort

@testable import SyncReplication

/// A random change of a device's rows.
enum SimulatedEdit {
  private static let names = ["Ada", "Bob", "Cyd", "Dan"]

  static func perform(
    on device: SimulatedDevice, _ step: Int, _ generator: inout SeededGenerator,
    _ record: inout SimulationRecord, _ scenario: SimulationScenario
  ) throws {
    var kinds = ["Person", "Note", "Note", "Note", "Tag", "Line", "Line", "Cover", "Shelf"]
    if device.isEarlier { kinds.removeLast() }
    if scenario.favorsMembers { kinds = ["Person", "Person", "Note", "Tag"] }
    guard let kind = kinds.randomElement(using: &generator) else { return }
    let rows = try device.rows(kind)
    let value = "\(device.number)-\(step)-\(Int.random(in: 0..<1_000_000, using: &generator))"
    guard let row = rows.randomElement(using: &generator),
      Int.random(in: 0..<10, using: &generator) > 2
    else {
      let before = try device.names()
      // Adding a member after one from the future also moves that one.
      try noteRelations(device, &record) { _ in try insert(kind, value, device, &generator) }
      for name in try device.names().subtracting(before) {
        record.made[name, default: 0] += 1
        if kind == "Line", let content = try contents(device)[name] {
          noteOwner(of: name, content, &record)
        }
      }
      return try device.look()
    }
    try device.peer.collect()
    let name = try name(row, device)
    if device.isTold { print("  device \(device.number) edits \(kind) \(name)") }
    switch Int.random(in: 0..<(scenario.favorsMembers ? 30 : 10), using: &generator) {
    case 0, 1: try noteRelations(device, &record) { try delete(row, device, &$0) }
    case 2..<6: try edit(row, name, value, device, &generator, &record, scenario)
    default:
      if scenario.movesMembers, Bool.random(using: &generator) {
        try noteRelations(device, &record) { _ in try move(row, device, &generator, scenario) }
      } else {
        try noteRelations(device, &record) { _ in try relate(row, device, &generator) }
      }
    }
    try device.peer.collect()
    try device.look()
  }

  private static func name(_ row: Record, _ device: SimulatedDevice) throws -> String {
    let root = row.entity
    return try device.peer.step {
      try $0.ledger.name(at: LedgerEntry.Place(root: root, key: row.key)) ?? ""
    }
  }

  private static func any(
    _ kind: String, _ device: SimulatedDevice, _ generator: inout SeededGenerator
  ) throws -> Int64? {
    try device.rows(kind).randomElement(using: &generator)?.key
  }

  private static func insert(
    _ kind: String, _ value: String, _ device: SimulatedDevice,
    _ generator: inout SeededGenerator
  ) throws {
    var changes = RecordChanges()
    switch kind {
    case "Person":
      let name = names.randomElement(using: &generator) ?? ""
      // An insertion with an existing name would replace that row; that is another edit.
      guard try device.keys(of: kind, with: ["name": .text(name)]).isEmpty else { return }
      changes.insert(kind, ["name": .text(name)])
    case "Tag":
      let name = names.randomElement(using: &generator) ?? ""
      guard try device.keys(of: kind, with: ["label": .text(name)]).isEmpty else { return }
      changes.insert(kind, ["label": .text(name)])
    case "Line":
      guard let note = try any("Note", device, &generator) else { return }
      changes.insert(kind, ["words": .text(value), "note": .row(note)])
    case "Note":
      var values: [String: RecordValue] = ["title": .text(value), "count": .integer(0)]
      if let person = try any("Person", device, &generator) { values["owner"] = .row(person) }
      changes.insert(kind, values)
    default: changes.insert(kind, [:])
    }
    try device.save(changes)
  }

  private static func edit(
    _ row: Record, _ name: String, _ value: String, _ device: SimulatedDevice,
    _ generator: inout SeededGenerator, _ record: inout SimulationRecord,
    _ scenario: SimulationScenario
  ) throws {
    var changes = RecordChanges()
    let field: String
    switch row.entity {
    case "Person":
      field = "city"
      if Int.random(in: 0..<6, using: &generator) == 0 {
        let other = names.randomElement(using: &generator) ?? ""
        guard try device.keys(of: "Person", with: ["name": .text(other)]).isEmpty else {
          return
        }
        changes.change(row.key, of: row.entity, ["name": .text(other)])
      }
    case "Note":
      let chosen = ["body", "body", "mood"].randomElement(using: &generator) ?? "body"
      field = device.isEarlier ? "body" : chosen
      if Int.random(in: 0..<2, using: &generator) == 0, case .integer(let count) = row["count"] {
        let more = Int64.random(in: 1...9, using: &generator)
        changes.change(row.key, of: row.entity, ["count": .integer(count + more)])
        record.added[name, default: 0] += more
      }
    case "Tag": field = "color"
    case "Line": field = "words"
    case "Cover":
      field = "picture"
      if scenario.hasLargeValues {
        let size = Bool.random(using: &generator) ? 20_000 : 300_000
        let byte = UInt8.random(in: 0...255, using: &generator)
        let image = Data(value.utf8) + Data(repeating: byte, count: size)
        changes.change(row.key, of: row.entity, ["image": .data(image)])
      }
    default: field = "label"
    }
    if case .text(let old) = row[field] { record.overwritten[old, default: []].insert(value) }
    changes.change(row.key, of: row.entity, [field: .text(value)])
    try device.save(changes)
    try device.peer.collect()
    let stamp = try device.peer.step { step in
      try step.ledger.entry(named: name)?.content.marks.stamp(of: field)
    }
    record.edits.append(
      .init(device: device.number, record: name, field: field, value: value, stamp: stamp))
  }

  private static func relate(
    _ row: Record, _ device: SimulatedDevice, _ generator: inout SeededGenerator
  ) throws {
    var changes = RecordChanges()
    func related(_ kind: String, _ name: String, isOptional: Bool = true) throws {
      if isOptional, Int.random(in: 0..<4, using: &generator) == 0 {
        changes.change(row.key, of: row.entity, [name: .null])
      } else if let other = try any(kind, device, &generator),
        other != row.key || kind != row.entity
      {
        changes.change(row.key, of: row.entity, [name: .row(other)])
      }
    }
    func members(_ kind: String, _ name: String) throws {
      var members = try device.members(of: row.key, row.entity, name)
      if !members.isEmpty, Int.random(in: 0..<3, using: &generator) == 0 {
        members.removeLast()
      } else if let other = try any(kind, device, &generator), !members.contains(other),
        other != row.key || kind != row.entity
      {
        members.append(other)
      }
      changes.relate(row.key, of: row.entity, name, to: members)
    }
    switch row.entity {
    case "Person":
      if Bool.random(using: &generator) {
        try members("Person", "friends")
      } else {
        try related("Person", "partner")
      }
    case "Note":
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: try related("Person", "owner")
      case 1: try members("Tag", "tags")
      default: try related("Cover", "cover")
      }
    case "Tag": try members("Note", "notes")
    case "Line": try related("Note", "note", isOptional: false)
    case "Cover": try related("Note", "note")
    default: try members("Note", "holds")
    }
    guard !changes.isEmpty else { return }
    try device.save(changes)
  }

  /// Changes the order of members.
  private static func move(
    _ row: Record, _ device: SimulatedDevice, _ generator: inout SeededGenerator,
    _ scenario: SimulationScenario
  ) throws {
    let lists = ["Person": "notes", "Note": "lines", "Tag": "notes", "Shelf": "holds"]
    guard var name = lists[row.entity] else { return }
    let others = ["Person": "friends", "Note": "tags"]
    if scenario.movesAllMembers, let other = others[row.entity], Bool.random(using: &generator) {
      name = other
    }
    var members = try device.members(of: row.key, row.entity, name)
    let kinds = ["Person.friends": "Person", "Note.tags": "Tag", "Tag.notes": "Note"]
    if scenario.movesAllMembers, let kind = kinds["\(row.entity).\(name)"],
      Int.random(in: 0..<3, using: &generator) == 0
    {
      // Lists that grow one member at a time stay too short for most bugs.
      members = try device.rows(kind).map(\.key)
      if kind == row.entity { members.removeAll { $0 == row.key } }
    }
    guard members.count > 1 else { return }
    if Bool.random(using: &generator) {
      members.shuffle(using: &generator)
    } else {
      let member = members.remove(at: Int.random(in: 0..<members.count, using: &generator))
      members.insert(member, at: Int.random(in: 0...members.count, using: &generator))
    }
    var changes = RecordChanges()
    changes.relate(row.key, of: row.entity, name, to: members)
    try device.save(changes)
  }

  /// Changes a text that is not recorded before the store is migrated.
  static func performUnseen(
    on device: SimulatedDevice, _ step: Int, _ record: inout SimulationRecord
  ) throws {
    guard let row = try device.rows("Line").last else { return }
    try device.peer.collect()
    let name = try name(row, device)
    let value = "\(device.number)-\(step)-unseen"
    var changes = RecordChanges()
    changes.change(row.key, of: row.entity, ["words": .text(value)])
    // The program may end here: an unsaved change counts as not made.
    try device.save(changes)
    if case .text(let old) = row["words"] { record.overwritten[old, default: []].insert(value) }
    record.edits.append(
      .init(device: device.number, record: name, field: "words", value: value, stamp: nil))
  }

  /// Records the records that a change of relationships affects.
  private static func noteRelations(
    _ device: SimulatedDevice, _ record: inout SimulationRecord,
    _ change: (inout SimulationRecord) throws -> Void
  ) throws {
    let before = try contents(device)
    try change(&record)
    try device.peer.collect()
    for (name, content) in try contents(device) {
      guard let old = before[name] else { continue }
      for field in Set(old.fields.keys).union(content.fields.keys)
      where old.fields[field] != content.fields[field] {
        let stamp = content.marks.stamp(of: field)
        record.relations[name, default: []].append(
          .init(
            device: device.number, field: field, stamp: stamp == content.marks.born ? nil : stamp))
        if field == "note" { noteOwner(of: name, content, &record) }
      }
    }
  }

  /// Records the note that a line was given to; a cover may have none.
  private static func noteOwner(
    of name: String, _ content: SyncContent, _ record: inout SimulationRecord
  ) {
    guard content.fields["words"] != nil, case .reference(let owner)? = content.fields["note"],
      let stamp = content.marks.stamp(of: "note")
    else { return }
    record.lines[owner, default: []].append(.init(name: name, stamp: stamp))
  }

  /// The contents of the records that have rows.
  private static func contents(_ device: SimulatedDevice) throws -> [String: SyncContent] {
    try device.peer.step { step in
      let entries = try step.ledger.entries("ROW IS NOT NULL")
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.content) })
    }
  }

  private static func delete(
    _ row: Record, _ device: SimulatedDevice, _ record: inout SimulationRecord
  ) throws {
    let before = try contents(device)
    var lines = before.filter { $0.value.fields["words"] != nil }
      .compactMapValues { $0.marks.stamp(of: "note") }
    // The device knew the lines that it had deleted earlier.
    for earlier in record.deletions
    where earlier.device == device.number && earlier.owner != nil && lines[earlier.record] == nil {
      lines[earlier.record] = earlier.marks.stamp(of: "note")
    }
    if device.isTold { print("  deletes it") }
    try device.delete([row.key], of: row.entity)
    try device.peer.collect()
    let names = try device.names()
    for (name, content) in before where !names.contains(name) {
      var owner: String?
      if case .reference(let name)? = content.fields["note"] { owner = name }
      record.deletions.append(
        .init(
          device: device.number, record: name, seen: device.seen, marks: content.marks,
          owner: owner, lines: lines))
    }
  }
}
