import CodableStorage
import Foundation
import SQLCore
import Testing

/// Deeply nested values: coding one recurses once per level.
private final class Chain: Codable {
  var next: Chain?
  init(length: Int) {
    var last: Chain?
    for _ in 1..<length { last = Chain(next: last) }
    next = last
  }
  private init(next: Chain?) { self.next = next }

  var length: Int {
    var count = 1
    var link = next
    while let current = link { (count, link) = (count + 1, current.next) }
    return count
  }

  /// Releases the links one by one.
  func cut() {
    var link = next
    next = nil
    while let current = link { (link, current.next) = (current.next, nil) }
  }
}

private indirect enum Tree: Codable {
  case leaf
  case node(Tree)

  static func nested(_ depth: Int) -> Tree {
    var tree = Tree.leaf
    for _ in 0..<depth { tree = .node(tree) }
    return tree
  }
}

private struct Nested: Codable, Equatable {
  var list: [Nested]
  static func nested(_ depth: Int) -> Nested {
    var value = Nested(list: [])
    for _ in 0..<depth { value = Nested(list: [value]) }
    return value
  }
}

@Suite("Values that nest deep")
struct DepthTests {
  @Test(arguments: [5_000, 1_000])
  func deepValuesAreRefused(depth: Int) throws {
    let chain = Chain(length: depth)
    defer { chain.cut() }
    try expectRefusal([chain])
    try expectRefusal(["key": chain])
    try expectRefusal(Tree.nested(depth))
    try expectRefusal(Nested.nested(depth))
  }

  @Test func acceptedValuesCanBeReadAgain() throws {
    for depth in stride(from: 400, to: 520, by: 1) {
      // The depth counts the list and the chain's objects.
      let chain = Chain(length: depth)
      defer { chain.cut() }
      let codec = try ValueCodec.make(for: [Chain].self, propertyName: "chain")
      guard let columns = try? codec.encode([chain]) else {
        #expect(depth > 500)
        continue
      }
      #expect(depth < 512)
      let back = try codec.decode(columns)
      #expect(back[0].length == depth)
      back[0].cut()
    }
  }

  @Test(arguments: [600, 5_000, 1_000_000])
  func deepTextsAreRefusedWhenRead(depth: Int) throws {
    let text =
      String(repeating: "{\"next\":", count: depth) + "{}" + String(repeating: "}", count: depth)
    let chains = try ValueCodec.make(for: [Chain].self, propertyName: "chain")
    #expect(throws: (any Error).self) { try chains.decode([.blob(Data("[\(text)]".utf8))]) }
    let strings = try ValueCodec.make(for: [String].self, propertyName: "tags")
    let brackets = Data(repeating: UInt8(ascii: "["), count: depth)
    #expect(throws: (any Error).self) { try strings.decode([.blob(brackets)]) }
  }

  @Test func bracketsInStringsDoNotCountAsDepth() throws {
    let tags = [String(repeating: "[{\"\\", count: 2_000), "]"]
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    #expect(try codec.decode(codec.encode(tags)) == tags)
  }

  private func expectRefusal<Value: Codable>(_ value: Value) throws {
    let codec = try ValueCodec.make(for: Value.self, propertyName: "value")
    #expect(throws: (any Error).self) { try codec.encode(value) }
  }
}
