import Foundation

/// Keyed archives that no archiver produces.
enum Archives {
  enum Case: String, CaseIterable {
    case selfContaining, url, stringOfANumber, dictionaryWithoutValues, sharedNesting, noClass
    case wrongRoot, deepNesting, noObjects

    func data() throws -> Data {
      switch self {
      case .selfContaining: try archive([array([1])], classes: ["NSArray"])
      case .url: try archive([["$class": reference(2)]], classes: ["NSURL"])
      case .stringOfANumber:
        try archive([["$class": reference(2), "NS.string": 5]], classes: ["NSString"])
      case .dictionaryWithoutValues:
        try archive(
          [["$class": reference(2), "NS.keys": [reference(1)], "NS.objects": [Any]()]],
          classes: ["NSDictionary"])
      case .sharedNesting: try nesting(depth: 26, width: 2)
      case .deepNesting: try nesting(depth: 2_000, width: 1)
      case .noClass: try archive([["NS.objects": [Any]()]], classes: [])
      case .wrongRoot: try archive([], classes: [], root: 77)
      case .noObjects: try list(["$archiver": "NSKeyedArchiver", "$version": 100_000])
      }
    }
  }

  /// A binary property list of nested arrays, each of which references the next one many times.
  static func bomb(levels: Int, width: UInt8) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 1...levels {
      offsets.append(bytes.count)
      bytes += [0xAF, 0x10, width] + Array(repeating: UInt8(level), count: Int(width))
    }
    offsets.append(bytes.count)
    bytes.append(0x09)
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    }
    return Data(bytes)
  }

  /// Nested arrays, each of which references the next one `width` times.
  private static func nesting(depth: Int, width: Int) throws -> Data {
    let classNumber = depth + 2
    var objects: [Any] = (0..<depth).map { level -> Any in
      let inner = Array(repeating: reference(level + 2), count: width)
      return ["$class": reference(classNumber), "NS.objects": inner] as [String: Any]
    }
    objects.append("end")
    return try archive(objects, classes: ["NSArray"])
  }

  private static func array(_ members: [Int]) -> [String: Any] {
    ["$class": reference(2), "NS.objects": members.map(reference)]
  }

  /// Placeholder for a reference until the list is written; Foundation has no value for references.
  private static func reference(_ number: Int) -> Any { "\u{1}\(number)" }

  private static func archive(
    _ objects: [Any], classes: [String], root: Int = 1
  ) throws -> Data {
    let last: [Any] =
      classes.isEmpty ? [] : [["$classname": classes[0], "$classes": [classes[0], "NSObject"]]]
    return try list([
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": reference(root)],
      "$objects": ["$null"] + objects + last,
    ])
  }

  private static func list(_ value: [String: Any]) throws -> Data {
    var writer = ListWriter()
    let top = writer.add(value)
    return writer.list(top)
  }

  /// Writes binary property lists with references.
  private struct ListWriter {
    private var objects: [[UInt8]] = []

    mutating func add(_ value: Any) -> Int {
      let number = objects.count
      objects.append([])
      objects[number] = bytes(of: value)
      return number
    }

    private mutating func bytes(of value: Any) -> [UInt8] {
      switch value {
      case let text as String where text.first == "\u{1}":
        [0x83] + big(UInt32(text.dropFirst()) ?? 0)
      case let text as String: [0x5F, 0x12] + big(UInt32(text.utf8.count)) + Array(text.utf8)
      case let number as Int: [0x12] + big(UInt32(number))
      case let list as [Any]:
        [0xAF, 0x12] + big(UInt32(list.count)) + list.map { add($0) }.flatMap { big(UInt32($0)) }
      case let dictionary as [String: Any]:
        [0xDF, 0x12] + big(UInt32(dictionary.count))
          + (dictionary.map { add($0.key) } + dictionary.map { add($0.value) })
          .flatMap { big(UInt32($0)) }
      default: [0x00]
      }
    }

    private func big(_ number: UInt32) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    func list(_ top: Int) -> Data {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt32] = []
      for object in objects {
        offsets.append(UInt32(bytes.count))
        bytes += object
      }
      let table = bytes.count
      for offset in offsets { bytes += big(offset) }
      bytes += [0, 0, 0, 0, 0, 0, 4, 4]
      for number in [objects.count, top, table] {
        bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
      }
      return Data(bytes)
    }
  }
}
