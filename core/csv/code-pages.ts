/**
 * The characters 80 to FF of DOS code pages. Excel still writes them ("CSV (MS-DOS)"), and no platform decodes them.
 * From the tables of the Unicode Consortium (VENDORS/MICSFT/PC).
 */
const HIGH: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp860:
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
}

/** The code pages that this table decodes. */
export const CODE_PAGES: readonly string[] = Object.keys(HIGH)

/** Returns the decoder of a code page, or null for any other encoding. */
export function codePageDecoder(name: string): ((bytes: Uint8Array) => string) | null {
  const high = Object.hasOwn(HIGH, name) ? HIGH[name] : undefined
  if (high === undefined) return null
  const table = Array.from({ length: 256 }, (_, byte) => (byte < 128 ? String.fromCharCode(byte) : high[byte - 128]!))
  return (bytes) => {
    let text = ''
    for (const byte of bytes) text += table[byte]
    return text
  }
}
