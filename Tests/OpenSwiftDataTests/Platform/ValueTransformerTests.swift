#if !canImport(Darwin)
  import OpenSwiftData
  import Testing

  @Suite("Value transformers")
  struct ValueTransformerTests {
    @Test func transformersAreFoundByName() throws {
      let name = NSValueTransformerName("transformersAreFoundByName")
      #expect(ValueTransformer(forName: name) == nil)
      let doubler = Doubler()
      ValueTransformer.setValueTransformer(doubler, forName: name)
      let found = try #require(ValueTransformer(forName: name))
      #expect(found === doubler)
      #expect(found.transformedValue(4) as? Int == 8)
      #expect(found.reverseTransformedValue(8) as? Int == 4)
      #expect(ValueTransformer.valueTransformerNames().contains(name))
      ValueTransformer.setValueTransformer(nil, forName: name)
      #expect(ValueTransformer(forName: name) == nil)
    }

    @Test func transformersAreFoundByNameAndClass() {
      let name = NSValueTransformerName("transformersAreFoundByNameAndClass")
      ValueTransformer.setValueTransformer(OneWay(), forName: name)
      defer { ValueTransformer.setValueTransformer(nil, forName: name) }
      #expect(OneWay(forName: name) != nil)
      #expect(Doubler(forName: name) == nil)
      #expect(ValueTransformer(forName: name) is OneWay)
    }

    @Test func transformersPassValuesThroughByDefault() {
      let plain = ValueTransformer()
      #expect(plain.transformedValue("a") as? String == "a")
      #expect(plain.reverseTransformedValue("a") as? String == "a")
      #expect(OneWay().reverseTransformedValue("a") == nil)
    }
  }

  private final class OneWay: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { false }
  }
#endif
