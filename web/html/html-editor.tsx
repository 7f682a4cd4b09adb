import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { isSafeLink } from '@tocsin/core/base/html'
import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import { EditorState, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { Button } from '../ui/button'
import { Field, type ControlProps } from '../ui/field'
import { input } from '../ui/input-look'
import { addWords, useT } from '../words'
import { cleanPasted } from './clean'
import { readDocument, writeDocument } from './document'
import { textLook } from './look'
import { markdown } from './markdown'
import { messages } from './messages'
import { schema } from './schema'
import { isLinked, linkAt, setLink, TOOLS } from './tools'
import { Toolbar, type ToolbarButton } from './toolbar'
import { cx } from '../ui/cx'

addWords('html', messages)

type Props = {
  label: string
  value: string
  control: ControlProps
  onChange: (html: string) => void
  onLeave: () => void
}

/** Returns whether a key saves or leaves the form. */
const isOfForm = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean =>
  !isComposing && (key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey)))

// Esc belongs to the form and Tab to the browser: nothing traps the focus here.
const { Escape: _, ...KEYS } = baseKeymap
const TEXT_KEYS: Record<string, Command> = Object.fromEntries(
  TOOLS.flatMap(({ key, run }) => (key ? [[key, run]] : [])),
)

const read = (attributes: string) => JSON.parse(attributes) as Record<string, string>

const stateOf = (html: string) =>
  EditorState.create({
    doc: readDocument(html),
    plugins: [
      history(),
      keymap({ ...TEXT_KEYS, 'Mod-Shift-z': TEXT_KEYS['Mod-y']! }),
      markdown,
      keymap({ Enter: splitListItem(schema.nodes.list_item), Backspace: undoInputRule }),
      keymap(KEYS),
    ],
  })

/** Edits a text with headings, lists and links, by the keys or a toolbar; or its HTML as it is. */
export function HtmlEditor({ label, value, control, onChange, onLeave }: Props) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const written = useRef(value)
  const attributes = JSON.stringify({ ...control, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label })
  const latest = useRef({ onChange, onLeave, attributes: read(attributes) })
  const [state, setState] = useState(() => stateOf(value))
  const [inSource, setInSource] = useState(false)
  const [link, setLinkText] = useState<string | null>(null)
  const address = useRef<HTMLInputElement>(null)
  const asking = link !== null
  useEffect(() => {
    if (asking) address.current?.focus()
  }, [asking])
  useLayoutEffect(() => {
    latest.current = { onChange, onLeave, attributes: read(attributes) }
  })

  useLayoutEffect(() => {
    if (inSource || !place.current) return undefined
    const made = new EditorView(place.current, {
      state: stateOf(written.current),
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction)
        made.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        written.current = writeDocument(next.doc)
        latest.current.onChange(written.current)
      },
      attributes: latest.current.attributes,
      transformPastedHTML: cleanPasted,
      handleDOMEvents: {
        // The editor would prevent Esc and every Enter, the keys that leave and save the form.
        keydown: (_, event) => isOfForm(event),
        // The callback draws the text again, which would take the focus on its way to the next field.
        blur: () => {
          setTimeout(() => latest.current.onLeave())
        },
      },
    })
    view.current = made
    setState(made.state)
    return () => {
      view.current = null
      made.destroy()
    }
  }, [inSource])
  useLayoutEffect(() => {
    view.current?.setProps({ attributes: read(attributes) })
  }, [attributes])

  // The text may change elsewhere: a draft restored, another user's version taken.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    view.current?.updateState(stateOf(value))
  }, [value])

  const run = (command: Command) => {
    if (!view.current) return
    command(view.current.state, view.current.dispatch, view.current)
    view.current.focus()
  }
  const change = (html: string) => {
    written.current = html
    onChange(html)
  }
  const badLink = link !== null && link.trim() !== '' && !isSafeLink(link.trim())
  const applyLink = () => {
    if (link === null || badLink) return
    run(setLink(link.trim()))
    setLinkText(null)
  }

  const buttons: ToolbarButton[] = [
    ...TOOLS.map(({ id, run: command, isOn }) => ({
      id,
      label: t(`html.tools.${id}`),
      on: isOn ? !inSource && isOn(state) : undefined,
      blocked: inSource || !command(state),
      run: () => run(command),
    })),
    {
      id: 'link',
      label: t('html.tools.link'),
      on: !inSource && isLinked(state),
      blocked: inSource,
      run: () => setLinkText(linkAt(state)),
    },
    {
      id: 'source',
      label: t('html.tools.source'),
      on: inSource,
      blocked: false,
      run: () => setInSource(!inSource),
    },
  ]
  return (
    <div className={frame}>
      <Toolbar label={t('html.toolbar', { label })} controls={control.id} buttons={buttons} />
      {asking && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Esc of the field within
        <div
          className={question}
          onKeyDown={(event) => {
            if (event.key === 'Enter') applyLink()
            else if (event.key === 'Escape') {
              setLinkText(null)
              view.current?.focus()
            } else return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <Field label={t('html.address')} help={t('html.addressHelp')} problem={badLink ? t('html.badAddress') : null}>
            {(field) => (
              <input
                {...field}
                className={input()}
                ref={address}
                autoComplete="off"
                value={link}
                onChange={({ target }) => setLinkText(target.value)}
              />
            )}
          </Field>
          <Button onClick={applyLink}>{t('html.apply')}</Button>
        </div>
      )}
      {inSource ? (
        <textarea
          {...control}
          aria-label={t('html.tools.source')}
          className={cx(input({ kind: 'mono' }), tall)}
          rows={14}
          spellCheck={false}
          value={value}
          onChange={({ target }) => change(target.value)}
          onBlur={onLeave}
        />
      ) : (
        <div ref={place} className={cx(textLook, page)} dir="auto" />
      )}
    </div>
  )
}

const frame = css({
  minWidth: '0',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'sm',
  background: 'bg.surface',
  // The text fills the frame below the tools, so that the ring follows the frame.
  '&:has(> textarea:focus, [contenteditable]:focus)': {
    outline: '2px solid token(colors.focus.ring)',
    outlineOffset: '[1px]',
  },
})
const page = css({
  '& > [contenteditable]': {
    minHeight: '[200px]',
    maxHeight: '[60vh]',
    overflowY: 'auto',
    padding: '3',
    // ProseMirror requires this of the page, to keep blanks as they are typed.
    whiteSpace: 'break-spaces',
    _focus: { outline: '[0]' },
  },
  '& [contenteditable] > * + *': { marginTop: '3' },
})
const tall = css({ display: 'block', border: '[none]', resize: 'vertical', _focus: { outline: '[0]' } })
const question = css({
  display: 'grid',
  gap: '2',
  padding: '3',
  borderBottom: '1px solid token(colors.border.subtle)',
  justifyItems: 'start',
  '& > :first-child': { width: 'full' },
})
