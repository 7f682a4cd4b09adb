/**
 * Converts every line end to LF: CRLF, a lone CR, and the CR CR LF of a file that was converted twice. Chunks may be
 * cut anywhere, so that up to two carriage returns are held back until the next character is known.
 */
export function lineEnds(): { push: (chunk: string) => string; end: () => string } {
  let held = ''
  return {
    push(chunk) {
      let text = held + chunk
      held = ''
      if (text.charCodeAt(text.length - 1) === 13) {
        const from = text.charCodeAt(text.length - 2) === 13 ? text.length - 2 : text.length - 1
        held = text.slice(from)
        text = text.slice(0, from)
      }
      return unified(text)
    },
    end() {
      const rest = unified(held)
      held = ''
      return rest
    },
  }
}

function unified(text: string): string {
  if (!text.includes('\r')) return text
  if (text.includes('\r\r')) return text.replace(/\r\r\n|\r\n|\r/g, '\n')
  const plain = text.replaceAll('\r\n', '\n')
  return plain.includes('\r') ? plain.replaceAll('\r', '\n') : plain
}
