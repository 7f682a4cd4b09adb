import {
  createPrompt,
  isEnterKey,
  makeTheme,
  useEffect,
  useKeypress,
  usePrefix,
  useState,
  type Status,
} from '@inquirer/core'

/** A line to type whose question changes meanwhile: the question is made anew each second. */
export const countingPrompt = createPrompt<string, { message: () => string }>((config, done) => {
  const theme = makeTheme()
  const [status, setStatus] = useState<Status>('idle')
  const [message, setMessage] = useState(config.message())
  const [value, setValue] = useState('')
  const prefix = usePrefix({ status, theme })
  useEffect(() => {
    const timer = setInterval(() => setMessage(config.message()), 1000)
    return () => clearInterval(timer)
  }, [config])
  useKeypress((key, line) => {
    if (status !== 'idle') return
    if (!isEnterKey(key)) return setValue(line.line)
    setStatus('done')
    done(value)
  })
  const shown = status === 'done' ? theme.style.answer(value) : value
  return `${prefix} ${theme.style.message(message, status)} ${shown}`
})
