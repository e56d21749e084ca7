/// A change of the members of a to-many relationship.
enum MemberEdit<Element> {
  case append(Element)
  case insert(Element, at: Int)
  case replace(at: Int, Element)
  case remove(at: Int)
  case swap(Int, Int)
  case move(Int, to: Int)
  case reverse
  case removeAll

  func map<Other>(_ transform: (Element) throws -> Other) rethrows -> MemberEdit<Other> {
    switch self {
    case .append(let element): .append(try transform(element))
    case .insert(let element, let place): .insert(try transform(element), at: place)
    case .replace(let place, let element): .replace(at: place, try transform(element))
    case .remove(let place): .remove(at: place)
    case .swap(let first, let second): .swap(first, second)
    case .move(let source, let target): .move(source, to: target)
    case .reverse: .reverse
    case .removeAll: .removeAll
    }
  }
}

extension Array {
  mutating func apply(_ edit: MemberEdit<Element>) {
    switch edit {
    case .append(let element): append(element)
    case .insert(let element, let place): insert(element, at: place)
    case .replace(let place, let element): self[place] = element
    case .remove(let place): remove(at: place)
    case .swap(let first, let second): swapAt(first, second)
    case .move(let source, let target): insert(remove(at: source), at: target)
    case .reverse: reverse()
    case .removeAll: removeAll()
    }
  }
}
