/// The class that replaces an app's value transformers, which the generated code does not have.
enum TransformerCode {
  static let name = "StoredDataTransformer"

  static let text = """
    /// Returns values as their data in the store, unless the program registered another transformer.
    final class StoredDataTransformer: ValueTransformer {
      override class func transformedValueClass() -> AnyClass { NSData.self }

      override class func allowsReverseTransformation() -> Bool { true }

      override func transformedValue(_ value: Any?) -> Any? { value }

      override func reverseTransformedValue(_ value: Any?) -> Any? { value }

      /// Registers itself under names that are free.
      static func register(for names: [String]) {
        for name in names.map({ NSValueTransformerName(rawValue: $0) })
        where ValueTransformer(forName: name) == nil {
          ValueTransformer.setValueTransformer(StoredDataTransformer(), forName: name)
        }
      }
    }

    """
}
