/// The name of a type for messages: as in source code, without enclosing types.
func typeText(_ type: Any.Type) -> String { typeText(_typeName(type, qualified: false)[...]) }

/// The name for messages, from the runtime's name, which spells out `?` and `[]`.
private func typeText(_ name: Substring) -> String {
  for (start, end) in [("Optional<", "?"), ("Array<", "]")] {
    guard name.hasPrefix(start), name.hasSuffix(">") else { continue }
    let inner = typeText(name.dropFirst(start.count).dropLast())
    return end == "?" ? inner + end : "[" + inner + end
  }
  guard name.hasPrefix("Dictionary<"), name.hasSuffix(">") else { return String(name) }
  let inner = name.dropFirst("Dictionary<".count).dropLast()
  var depth = 0
  for place in inner.indices {
    switch inner[place] {
    case "<", "(": depth += 1
    case ">", ")": depth -= 1
    case "," where depth == 0:
      let value = inner[inner.index(after: place)...].drop { $0 == " " }
      return "[\(typeText(inner[..<place])): \(typeText(value))]"
    default: break
    }
  }
  return String(name)
}
