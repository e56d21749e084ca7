import Foundation

/// What happens to the picture of a spot that is changed.
package enum ImageChange: Hashable, Sendable {
  case keep
  case replace(Data)
  case remove
}
