import { useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { focusInto, focusLater } from '../focus'
import { columns, whole } from './columns'
import { GroupFields } from './group-fields'
import { cx } from '../../ui/cx'

type Props = {
  id: string
  label: string
  problem: string | null
  items: readonly unknown[]
  locked: boolean
  onChange: (items: unknown[]) => void
  /** Renders the fields of an item. */
  children: (at: number) => ReactNode
}

/** Renders a list of numbered items, with buttons that add and remove items. */
export function ListFields({ id, label, problem, items, locked, onChange, children }: Props) {
  const t = useT()
  // Items have no ids. These keys last as long as the form, so that typed text stays with its item.
  const [names, setNames] = useState<readonly number[]>(() => items.map((_, at) => at))
  const [next, setNext] = useState(items.length)
  const known = items.map((_, at) => names[at] ?? next + at)

  const add = () => {
    setNames([...known, next + items.length])
    setNext(next + items.length + 1)
    onChange([...items, {}])
    focusInto(`${id}-item-${items.length}`)
  }
  const remove = (at: number) => {
    setNames(known.toSpliced(at, 1))
    setNext(next + items.length)
    onChange([...items].toSpliced(at, 1))
    if (items.length > 1) focusInto(`${id}-item-${Math.min(at, items.length - 2)}`)
    else focusLater(`${id}-add`)
  }
  return (
    <GroupFields id={id} label={label}>
      {problem && (
        <p className={cx(trouble, whole)}>
          <Icon name="circleAlert" />
          <span>{problem}</span>
        </p>
      )}
      {items.map((_, at) => (
        <fieldset key={known[at]} className={cx(item, whole)} aria-labelledby={`${id}-name-${at}`}>
          <div className={head}>
            <p className={number} id={`${id}-name-${at}`}>
              {t('form.item', { what: label, number: at + 1 })}
            </p>
            {!locked && (
              <Button look="quiet" size="small" icon="trash" iconOnly onClick={() => remove(at)}>
                {t('form.remove', { what: label, number: at + 1 })}
              </Button>
            )}
          </div>
          <div className={columns} id={`${id}-item-${at}`}>
            {children(at)}
          </div>
        </fieldset>
      ))}
      {!locked && (
        <div className={whole}>
          <Button id={`${id}-add`} size="small" icon="plus" onClick={add}>
            {t('form.add', { what: label })}
          </Button>
        </div>
      )}
    </GroupFields>
  )
}

const item = css({
  display: 'grid',
  gap: '4',
  minWidth: '0',
  margin: '0',
  padding: '3',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
})
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' })
const number = css({ fontWeight: 'medium' })
const trouble = css({ display: 'flex', gap: '1.5', textStyle: 'small', color: 'danger.fg' })
