import { useEffect, useEffectEvent, useState } from 'react'

/** What was answered last; it stays while the next answer is awaited. */
export interface AnswerState<Answer> {
  readonly answer: Answer | undefined
  /** What the last question threw; undefined after an answer. */
  readonly error: unknown
  readonly isAsking: boolean
}

/** Between the last change and the question. */
const PAUSE_MS = 300

/**
 * The answer to a question that changes while somebody types: it is asked shortly after each change, and the last one counts.
 * Without a question there is no answer.
 */
export function useAnswer<Question, Answer>(
  question: Question | undefined,
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>,
): AnswerState<Answer> & { readonly askAgain: () => void } {
  const text = question === undefined ? undefined : JSON.stringify(question)
  const [state, setState] = useState<AnswerState<Answer>>({ ...NOTHING, isAsking: text !== undefined })
  const [attempt, setAttempt] = useState(0)
  const answerTo = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    const next = await ask(JSON.parse(asked), signal).then(
      (answer) => ({ answer, error: undefined }),
      (error: unknown) => ({ error }),
    )
    if (!signal.aborted) setState((last) => ({ ...last, ...next, isAsking: false }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    if (text === undefined) {
      setState(NOTHING)
      return
    }
    const abort = new AbortController()
    setState((last) => ({ ...last, isAsking: true }))
    const timer = setTimeout(() => void answerTo(text, abort.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, attempt])
  return { ...state, askAgain: () => setAttempt((count) => count + 1) }
}

const NOTHING = { answer: undefined, error: undefined, isAsking: false }
