/** The settings of an app by section, in the order they are shown (APP-10). */
export const SECTIONS = [
  {
    name: 'general',
    only: ['name', 'label', 'description', 'clientId', 'projectId', 'isDefault', 'generatePassportKey'],
  },
  {
    name: 'theme',
    only: [
      'config.themeName',
      'config.nickname',
      'config.headerColor',
      'config.textColor',
      'config.backgroundColor',
      'config.secondaryBackgroundColor',
      'config.secondaryColor',
      'config.banner.url',
      'config.showBannerNickname',
      'config.bannerNickname',
    ],
  },
  { name: 'terms', only: ['termId'] },
] as const
