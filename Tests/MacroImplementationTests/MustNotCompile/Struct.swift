import SwiftData

@Model
struct Note {
  var title: String
}

// expected-error 4: @Model can only be applied to a class, not to a struct
// swift-format-ignore-file
