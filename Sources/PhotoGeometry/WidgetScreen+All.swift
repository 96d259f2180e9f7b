// The device table: one row for each kind of screen, with who measured or published its numbers. All numbers are
// pixels. A new device is a name in a row, a new screen is a row; nothing else has to change.

extension WidgetScreen {
  /// Every screen whose frames are known, the largest current iPhone first, newer systems of a screen before older
  /// ones.
  public static let all: [WidgetScreen] = (phones + olderPhones + pads + others).flatMap { $0 }

  /// iPhones of iOS 26 and 27: measured by a probe widget, whole pixels.
  private static let phones: [[WidgetScreen]] = [
    phone(
      "440x956@3", small: (530, 530), medium: (1134, 530), large: (1134, 1182),
      portrait: (1134, 1834), accessories: ((180, 180), (474, 180), (1110, 108)),
      ["iPhone 16 Pro Max", "iPhone 17 Pro Max"], fromIOS27: ["iPhone 18 Pro Max"]),
    phone(
      "430x932@3", small: (524, 524), medium: (1116, 524), large: (1116, 1164),
      portrait: (1116, 1804), accessories: ((180, 180), (474, 180), (1110, 108)),
      ["iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"]),
    phone(
      "428x926@3", small: (523, 523), medium: (1115, 523), large: (1115, 1161),
      portrait: (1115, 1799), accessories: ((180, 180), (468, 180), (1092, 108)),
      ["iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"]),
    phone(
      "420x912@3", small: (518, 518), medium: (1100, 518), large: (1100, 1146),
      portrait: (1100, 1774), accessories: ((173, 173), (459, 173), (1080, 108)),
      ["iPhone Air"]),
    phone(
      "414x896@2", small: (333, 333), medium: (712, 333), large: (712, 743),
      portrait: (712, 1153), accessories: ((120, 120), (308, 120), (716, 72)),
      ["iPhone 11"]),
    phone(
      "414x896@3", small: (514, 514), medium: (1088, 514), large: (1088, 1134),
      portrait: (1088, 1754), accessories: ((191, 191), (470, 191), (1074, 108)),
      ["iPhone 11 Pro Max"]),
    phone(
      "402x874@3", small: (493, 493), medium: (1049, 493), large: (1049, 1095),
      portrait: (1049, 1697), accessories: ((174, 174), (444, 174), (1026, 108)),
      ["iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro"], fromIOS27: ["iPhone 18 Pro"]),
    phone(
      "393x852@3", small: (488, 488), medium: (1034, 488), large: (1034, 1080),
      portrait: (1034, 1672), accessories: ((174, 174), (443, 174), (1023, 108)),
      ["iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"]),
    phone(
      "390x844@3", small: (486, 486), medium: (1026, 486), large: (1026, 1074),
      portrait: (1026, 1662), accessories: ((174, 174), (438, 174), (1008, 108)),
      [
        "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e",
        "iPhone 17e",
      ]),
    phone(
      "375x812@3", small: (477, 477), medium: (1001, 477), large: (1001, 1047),
      portrait: (1001, 1617), accessories: ((174, 174), (429, 174), (981, 108)),
      ["iPhone 11 Pro", "iPhone 12 mini", "iPhone 13 mini"]),
    phone(
      "375x667@2", small: (292, 292), medium: (638, 292), large: (638, 636),
      portrait: (638, 980), accessories: ((112, 112), (282, 112), (646, 72)),
      ["iPhone SE 2", "iPhone SE 3"]),
  ]

  /// iPhones of iOS 14 to 18: Apple's points times the scale, except for two screens that it never published.
  private static let olderPhones: [[WidgetScreen]] = [
    olderPhone(
      "440x956@3", .measured, small: (510, 510), medium: (1092, 510), large: (1092, 1146),
      ["iPhone 16 Pro Max"]),
    olderPhone(
      "430x932@3", small: (510, 510), medium: (1092, 510), large: (1092, 1146),
      accessories: ((228, 228), (516, 228), (771, 78)),
      ["iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"]),
    olderPhone(
      "428x926@3", small: (510, 510), medium: (1092, 510), large: (1092, 1146),
      accessories: ((228, 228), (516, 228), (771, 78)),
      ["iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"]),
    olderPhone(
      "414x896@2", small: (338, 338), medium: (720, 338), large: (720, 758),
      accessories: ((152, 152), (320, 144), (496, 52)), ["iPhone XR", "iPhone 11"]),
    olderPhone(
      "414x896@3", small: (507, 507), medium: (1080, 507), large: (1080, 1137),
      accessories: ((228, 228), (480, 216), (744, 78)), ["iPhone XS Max", "iPhone 11 Pro Max"]),
    olderPhone(
      "414x736@3", small: (477, 477), medium: (1044, 471), large: (1044, 1071), []),
    olderPhone(
      "402x874@3", .measured, small: (474, 474), medium: (1014, 474), large: (1014, 1062),
      ["iPhone 16 Pro"]),
    olderPhone(
      "393x852@3", small: (474, 474), medium: (1014, 474), large: (1014, 1062),
      accessories: ((216, 216), (480, 216), (702, 78)),
      ["iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"]),
    olderPhone(
      "390x844@3", small: (474, 474), medium: (1014, 474), large: (1014, 1062),
      accessories: ((216, 216), (480, 216), (702, 78)),
      [
        "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e",
      ]),
    olderPhone(
      "375x812@3", small: (465, 465), medium: (987, 465), large: (987, 1035),
      accessories: ((216, 216), (471, 216), (675, 78)),
      ["iPhone X", "iPhone XS", "iPhone 11 Pro", "iPhone 12 mini", "iPhone 13 mini"]),
    olderPhone(
      "375x667@2", small: (296, 296), medium: (642, 296), large: (642, 648),
      accessories: ((136, 136), (306, 136), (450, 52)), ["iPhone SE 2", "iPhone SE 3"]),
    olderPhone("360x780@3", small: (465, 465), medium: (987, 465), large: (987, 1035), []),
    olderPhone("320x568@2", small: (282, 282), medium: (584, 282), large: (584, 622), []),
  ]

  /// iPads: Apple's points of the canvas, the size at which the system draws it, and the measured Lock Screen.
  private static let pads: [[WidgetScreen]] = [
    pad(
      "1192x1590@2", small: (376, 376), medium: (824, 376), large: (824, 824),
      extraLarge: (1720, 824), []),
    pad(
      "1024x1366@2", small: (340, 340), medium: (757, 340), large: (757, 757),
      extraLarge: (1590, 757), slots: ((320, 320), (712, 320), (712, 712), (1496, 712)),
      lockScreen: ((298, 298), (119, 119), (298, 119), (748, 72)),
      ["iPad 12.9-in", "iPad 13-in"]),
    pad(
      "1032x1376@2", .measured, small: (340, 340), medium: (757, 340), large: (757, 757),
      extraLarge: (1590, 757), slots: ((320, 320), (712, 320), (712, 712), (1496, 712)),
      lockScreen: ((301, 301), (120, 120), (301, 120), (744, 72)),
      ["iPad Pro 13-in M4", "iPad Pro 13-in M5"]),
    pad(
      "970x1389@2", small: (324, 324), medium: (700, 324), large: (700, 700),
      extraLarge: (1452, 700), []),
    pad(
      "954x1373@2", small: (324, 324), medium: (700, 324), large: (700, 700),
      extraLarge: (1452, 700), []),
    pad(
      "834x1194@2", small: (310, 310), medium: (684, 310), large: (684, 684),
      extraLarge: (1431, 684), slots: ((272, 272), (600, 272), (600, 600), (1256, 600)),
      lockScreen: ((304, 304), (122, 122), (304, 122), (744, 72)), ["iPad Pro 11-in"]),
    pad(
      "834x1112@2", small: (300, 300), medium: (655, 300), large: (655, 655),
      extraLarge: (1364, 655), slots: ((264, 264), (576, 264), (576, 576), (1200, 576)),
      lockScreen: ((304, 304), (122, 122), (304, 122), (744, 72)), ["iPad 10.5-in"]),
    pad(
      "820x1180@2", small: (310, 310), medium: (684, 310), large: (684, 684),
      extraLarge: (1431, 684), slots: ((272, 272), (600, 272), (600, 600), (1256, 600)),
      lockScreen: ((304, 304), (126, 126), (304, 126), (744, 72)),
      ["iPad Air 11", "iPad 10", "iPad A16"]),
    pad(
      "810x1080@2", small: (292, 292), medium: (641, 292), large: (641, 641),
      extraLarge: (1338, 641), slots: ((248, 248), (544, 248), (544, 544), (1136, 544)),
      lockScreen: ((292, 292), (116, 116), (292, 116), (744, 72)),
      ["iPad 7", "iPad 8", "iPad 9"]),
    pad(
      "768x1024@2", small: (282, 282), medium: (611, 282), large: (611, 611),
      extraLarge: (1269, 611), slots: ((240, 240), (520, 240), (520, 520), (1080, 520)),
      lockScreen: ((271, 271), (106, 106), (271, 106), (744, 72)),
      ["iPad 9.7-in", "iPad mini 5"]),
    pad(
      "744x1133@2", small: (282, 282), medium: (611, 282), large: (611, 611),
      extraLarge: (1269, 611), slots: ((240, 240), (520, 240), (520, 520), (1080, 520)),
      lockScreen: ((266, 266), (107, 107), (266, 107), (744, 72)),
      ["iPad mini 6", "iPad mini 7"]),
  ]

  /// Mac and Vision Pro, whose widgets do not depend on a display; the Mac's extra large portrait has not been
  /// measured.
  private static let others: [[WidgetScreen]] = [
    [
      row(
        "mac@2", .macOS, .measured, small: (328, 328), medium: (688, 328), large: (688, 688),
        extraLarge: (1408, 688), devices: ["Mac"])
    ],
    [
      row(
        "vision@2", .visionOS, .measured, small: (316, 316), medium: (708, 316),
        large: (708, 708), extraLarge: (1100, 708), portrait: (708, 1100),
        accessories: AccessoryFrames(
          small: nil, circular: size((150, 150)), rectangular: size((416, 158)), inline: nil),
        devices: ["Apple Vision Pro"])
    ],
  ]

  /// Devices whose frames have not been measured, with the reason.
  public static let unmeasured: [(name: String, reason: String)] = [
    (
      "iPhone Duo",
      "its outer screen has 466×678 points at 3 pixels each, its inner one 626×890 or 669×951 by different sources, "
        + "and no source has the sizes of its widgets"
    )
  ]

  private typealias Sides = (Int, Int)

  private static func size(_ sides: Sides) -> PixelSize {
    PixelSize(width: sides.0, height: sides.1)
  }

  private static func row(
    _ screen: String, _ system: System, _ source: Source, small: Sides, medium: Sides,
    large: Sides, extraLarge: Sides? = nil, portrait: Sides? = nil,
    slots: (Sides, Sides, Sides, Sides)? = nil, accessories: AccessoryFrames? = nil,
    devices: [String]
  ) -> WidgetScreen {
    let frames = WidgetFrames(
      small: size(small), medium: size(medium), large: size(large), portrait: portrait.map(size),
      extraLarge: extraLarge.map(size))
    let drawn = slots.map {
      WidgetFrames(small: size($0.0), medium: size($0.1), large: size($0.2), extraLarge: size($0.3))
    }
    return WidgetScreen(
      screen: screen, system: system, source: source, frames: frames, slots: drawn ?? frames,
      accessories: accessories, devices: devices)
  }

  /// A screen under iOS 27 and iOS 26; iOS 27 has one more family.
  private static func phone(
    _ screen: String, small: Sides, medium: Sides, large: Sides, portrait: Sides,
    accessories: (Sides, Sides, Sides), _ devices: [String], fromIOS27 newer: [String] = []
  ) -> [WidgetScreen] {
    let lockScreen = AccessoryFrames(
      small: nil, circular: size(accessories.0), rectangular: size(accessories.1),
      inline: size(accessories.2))
    return [
      row(
        screen, .iOS27, .measured, small: small, medium: medium, large: large, portrait: portrait,
        accessories: lockScreen, devices: devices + newer),
      row(
        screen, .iOS26, .measured, small: small, medium: medium, large: large,
        accessories: lockScreen, devices: devices),
    ]
  }

  private static func olderPhone(
    _ screen: String, _ source: Source = .guidelines, small: Sides, medium: Sides, large: Sides,
    accessories: (Sides, Sides, Sides)? = nil, _ devices: [String]
  ) -> [WidgetScreen] {
    [
      row(
        screen, .iOS18, source, small: small, medium: medium, large: large,
        accessories: accessories.map {
          AccessoryFrames(
            small: nil, circular: size($0.0), rectangular: size($0.1), inline: size($0.2))
        }, devices: devices)
    ]
  }

  private static func pad(
    _ screen: String, _ source: Source = .guidelines, small: Sides, medium: Sides, large: Sides,
    extraLarge: Sides, slots: (Sides, Sides, Sides, Sides)? = nil,
    lockScreen: (Sides, Sides, Sides, Sides)? = nil, _ devices: [String]
  ) -> [WidgetScreen] {
    [
      row(
        screen, .iPadOS, source, small: small, medium: medium, large: large,
        extraLarge: extraLarge, slots: slots,
        accessories: lockScreen.map {
          AccessoryFrames(
            small: size($0.0), circular: size($0.1), rectangular: size($0.2), inline: size($0.3))
        }, devices: devices)
    ]
  }
}
