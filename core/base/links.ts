/**
 * The links on the sign-in screen besides those to the console's own pages (LOGIN-05). Their addresses are settings of
 * the provider.
 */
export const LINKS = ['distributors', 'android', 'ios', 'help', 'country', 'about'] as const
export type Link = (typeof LINKS)[number]
export type Links = Partial<Record<Link, string>>

/** The separator of two links: blanks, or a comma before the next name. An address may have commas of its own. */
const BETWEEN = new RegExp(`\\s+|\\s*,\\s*(?=(?:${LINKS.join('|')})=)|,\\s*$`)

/**
 * Reads `help=https://… about=https://…` as a setting spells it, with blanks or commas between. Throws RangeError with
 * the first entry that is not a known name with a web address: other addresses could run a script.
 */
export function readLinks(text: string): Links {
  const links: Links = {}
  for (const entry of text.split(BETWEEN).filter(Boolean)) {
    const [name = '', ...rest] = entry.split('=')
    const link = LINKS.find((one) => one === name)
    const address = rest.join('=')
    // An address that contains a separator and a second name was meant as two links.
    if (/[,;]\w+=https?:/i.test(address)) throw new RangeError(entry)
    if (!link || !/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new RangeError(entry)
    links[link] = address
  }
  return links
}
