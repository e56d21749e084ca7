/// A trainer's manner of speaking.
package enum TrainerType: String, CaseIterable, Codable, Sendable {
  case energetic, calm, strict
}

/// The reason for a stamp.
package enum StampType: String, CaseIterable, Codable, Sendable {
  /// The regular stamp of a day, one for each goal and day; streaks consist of these.
  case regular
  /// An additional stamp, any number of times.
  case bonus
  /// A stamp for a long streak, any number of times.
  case streak
}

/// The kind of content of a reward.
package enum RewardType: String, CaseIterable, Codable, Sendable {
  case voice, illustration, badge
}

/// The difficulty of earning a reward.
package enum RewardRarity: String, CaseIterable, Codable, Sendable {
  case common, rare, legendary
}

/// The occasion of a reward.
package enum RewardCategory: String, CaseIterable, Codable, Sendable {
  case encouragement, celebration, milestone
}

/// The colors of the app.
package enum ThemeMode: String, CaseIterable, Codable, Sendable {
  case light, dark, auto
}

/// A language of the app's calendar.
package enum Language: String, CaseIterable, Codable, Sendable {
  case japanese = "ja"
  case english = "en"
}
