import { useCallback, useEffect, useMemo, useState } from 'react'
import { shownPages } from '@tocsin/core/form/pages'
import { hasPatterns, loadPatterns } from '@tocsin/core/form/patterns'
import type { Answers } from '@tocsin/core/form/query'
import type { Form, FormField } from '@tocsin/core/form/types'
import { validate } from '@tocsin/core/form/validate'
import { useLatest } from '../ui/use-latest'
import { checkable, hasPattern, namesOf, startingAnswers, stepFrom, type Step } from './answers'
import { sentenceOf } from './sentence'
import { useFormWords } from './words'

export type FormState = {
  /** Everything that was answered, on hidden fields too. */
  answers: Answers
  /** Sets an answer; undefined takes it back. It is always the same function. */
  setAnswer: (name: string, answer: unknown) => void
  /** The pages with a shown field, and the one that is shown now. */
  pages: readonly (readonly FormField[])[]
  page: number
  fields: readonly FormField[]
  /** The sentences of the problems that were told, by the name of the answer. A problem goes as soon as the answer is right. */
  problems: ReadonlyMap<string, string>
  /** Checks the page. Without problems it leads to the next one, or checks the whole form on the last. */
  next: () => Step
  back: () => void
  goTo: (page: number) => void
  /** Shows what the server says of some answers, until these change. Returns the page of the first of them. */
  refuse: (sentences: ReadonlyMap<string, string>) => number
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Keeps the answers of a form, the page that is shown, and the problems that were told. */
export function useAnswers(form: Form): FormState {
  const t = useFormWords()
  const [answers, setAnswers] = useState(() => startingAnswers(form))
  const [index, setIndex] = useState(0)
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState(NONE)
  const [areLoaded, setAreLoaded] = useState(hasPatterns())

  const needsPatterns = !areLoaded && hasPattern(form)
  useEffect(() => {
    if (!needsPatterns) return
    loadPatterns().then(
      () => setAreLoaded(true),
      // Without the engine the server alone checks the patterns.
      () => {},
    )
  }, [needsPatterns])

  const pages = useMemo(() => shownPages(form.fields, answers), [form, answers])
  const page = Math.max(0, Math.min(index, pages.length - 1))
  const fields = useMemo(() => pages[page] ?? [], [pages, page])

  const problems = useMemo(() => {
    if (told.size === 0) return refused
    const found = new Map(refused)
    const byName = new Map(form.fields.flatMap((field) => namesOf(field).map((name) => [name, field] as const)))
    for (const problem of validate(checkable(form, areLoaded), answers).problems)
      if (told.has(problem.field)) found.set(problem.field, sentenceOf(problem, byName.get(problem.field)!, t))
    return found
  }, [form, answers, told, refused, areLoaded, t])

  const setAnswer = useCallback((name: string, answer: unknown) => {
    setAnswers((before) => ({ ...before, [name]: answer }))
    setRefused((before) => (before.has(name) ? new Map([...before].filter(([one]) => one !== name)) : before))
  }, [])

  const latest = useLatest({ form, answers, page, pages })
  const goTo = useCallback((page: number) => setIndex(page), [])
  const back = useCallback(() => setIndex(Math.max(0, latest().page - 1)), [latest])
  const next = useCallback((): Step => {
    const { form, answers, page } = latest()
    const { step, told } = stepFrom(form, answers, page, hasPatterns())
    setTold((before) => new Set([...before, ...told]))
    if (step.to !== 'end') setIndex(step.page)
    return step
  }, [latest])
  const refuse = useCallback(
    (sentences: ReadonlyMap<string, string>) => {
      const { page, pages } = latest()
      const at = pages.findIndex((one) => one.some((field) => namesOf(field).some((name) => sentences.has(name))))
      setRefused(sentences)
      setIndex(at < 0 ? page : at)
      return at < 0 ? page : at
    },
    [latest],
  )

  return { answers, setAnswer, pages, page, fields, problems, next, back, goTo, refuse }
}
