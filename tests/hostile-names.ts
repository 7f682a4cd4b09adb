/** Names that people and programs use, and that other programs have taken for something else. */
export const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  html: '<img src=x onerror=alert(1)>',
  script: '</title><script>alert(1)</script>',
  arabic: 'مدرسة الأمل الابتدائية',
  greek: 'Δημοτικό Σχολείο Άγιος Ευστάθιος',
  japanese: '東京都立第一小学校',
  quotes: `D'Ávila "Zoé" «x» “y” \\ \`z\``,
  emoji: 'Creche 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  override: 'Escola \u202etxt.exe',
  formula: `=cmd|'/C calc'!A0`,
  plus: '+1+1',
  at: '@SUM(1+1)',
  template: '{{name}} ${name} %s',
  json: '{"__proto__":{"x":1}}',
  long: 'Núcleo '.repeat(40).slice(0, 254) + '.',
}
