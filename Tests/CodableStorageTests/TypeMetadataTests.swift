import Foundation
import Testing

@testable import CodableStorage

/// Type metadata and casts agree.
@Suite("Type metadata")
struct TypeMetadataTests {
  private final class Person {}
  private struct Pair<First, Second> {
    var first: First
    var second: Second
  }
  private enum Choice<Value> {
    case some(Value)
    case none
  }

  private static let types: [Any.Type] = [
    Int.self, String.self, Person.self, Pair<Int, String>.self, Choice<Int>.self, Any.self,
    (any Equatable).self, AnyObject.self, (Int, String).self, (() -> Void).self,
    [Int].self, [Person].self, [[Int]].self, [String: Int].self, Set<Int>.self,
    ArraySlice<Int>.self, ContiguousArray<Int>.self,
  ]

  @Test func layoutOfMetadataIsKnown() {
    #expect(TypeMetadata.isKnown)
    #expect(EnumerationMetadata.isKnown)
  }

  /// Casts replace metadata whose layout is unknown.
  @Test func metadataAgreeWithCasts() {
    let (trusting, casting) = (TypeMetadata(isTrusted: true), TypeMetadata(isTrusted: false))
    func check<Value>(_ type: Value.Type) {
      for type in [type, Value?.self, Value??.self, [Value].self, [Value]?.self] as [Any.Type] {
        #expect(trusting.wrappedType(of: type) == casting.wrappedType(of: type))
        #expect(trusting.arrayElement(of: type) == casting.arrayElement(of: type))
        #expect(casting.isGeneric(type))
      }
    }
    for type in Self.types { _openExistential(type, do: check) }
  }

  private enum Suit: String, Codable { case hearts, spades }
  private struct Place: Codable { var latitude = 1.5 }

  /// An error is better than columns that differ from those of the file.
  @Test func enumerationsWithoutMetadataGetNoColumns() throws {
    let builder = CodecBuilder(knowsEnumerations: false)
    #expect(try builder.codec(for: Int?.self, named: "x").canBeNull)
    #expect(try builder.codec(for: [Place].self, named: "x").valueType == [Place].self)
    let error = #expect(throws: CodableStorageError.self) {
      try builder.codec(for: Suit.self, named: "suit")
    }
    #expect(error?.kind == .unsupportedType)
    #expect(throws: CodableStorageError.self) { try builder.codec(for: Place?.self, named: "x") }
  }

  @Test func wrappedTypesOfOptionalsAreFound() {
    func check<Value>(_ type: Value.Type) {
      #expect(TypeMetadata.wrappedType(of: type) == nil)
      #expect(TypeMetadata.wrappedType(of: Value?.self) == type)
      #expect(TypeMetadata.wrappedType(of: Value??.self) == Value?.self)
    }
    for type in Self.types { _openExistential(type, do: check) }
  }

  @Test func elementTypesOfArraysAreFound() {
    func check<Value>(_ type: Value.Type) {
      #expect(TypeMetadata.arrayElement(of: [Value].self) == type)
      #expect(TypeMetadata.arrayElement(of: [Value]?.self) == nil)
      #expect(TypeMetadata.arrayElement(of: ContiguousArray<Value>.self) == nil)
    }
    for type in Self.types { _openExistential(type, do: check) }
    #expect(Self.types.filter { TypeMetadata.arrayElement(of: $0) != nil }.count == 3)
  }

  @Test func genericTypesAreRecognized() {
    let plain: [Any.Type] = [Int.self, String.self, Date.self, Calendar.Component.self]
    #expect(plain.allSatisfy { !TypeMetadata.isGeneric($0) })
    let generic: [Any.Type] = [
      Int?.self, [Int].self, Set<Int>.self, [String: Int].self, ContiguousArray<Int>.self,
      ClosedRange<Int>.self, Result<Int, Never>.self,
    ]
    #expect(generic.allSatisfy(TypeMetadata.isGeneric))
  }

  @Test func scalarTypesAreKnown() {
    func check<Value>(_ type: Value.Type) {
      let scalar = type as? any StorableScalar.Type
      #expect(KnownScalars.contains(type) == (scalar != nil))
      #expect(KnownScalars.contains(Value?.self) == (scalar != nil))
      #expect(KnownScalars.scalar(type)?.attributeType == scalar?.attributeType)
      #expect(KnownScalars.scalar(Value?.self)?.attributeType == nil)
      #expect(KnownScalars.codec(for: type, named: "x")?.valueType == (scalar == nil ? nil : type))
    }
    let scalars: [Any.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, Bool.self, Float.self, Double.self, CGFloat.self, Decimal.self,
      Date.self, UUID.self, Data.self, URL.self, Character.self,
    ]
    for type in Self.types + scalars { _openExistential(type, do: check) }
  }
}
