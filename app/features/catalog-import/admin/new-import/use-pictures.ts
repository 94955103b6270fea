import { useEffect, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { pictureProblem, picturesIn, sendPicture } from './picture-files.ts'

/** How far the pictures of an import are sent. */
export interface SendingPictures {
  /** Their paths by the names of their files. */
  readonly sent: Readonly<Record<string, string>>
  readonly problems: readonly string[]
  /** How many are to be sent yet. */
  readonly left: number
  send(files: readonly File[]): Promise<void>
}

const MOST_SHOWN = 10

/** Sends pictures one after the other as soon as they are chosen. */
export function usePictures(): SendingPictures {
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<readonly string[]>([])
  const [left, setLeft] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const send = async (files: readonly File[]) => {
    const { signal } = leaving.current
    const found = await picturesIn(files)
    const note = (text: string) => setProblems((all) => [...all, text].slice(0, MOST_SHOWN))
    for (const problem of found.problems) note(problem)
    setLeft((before) => before + found.pictures.length)
    for (const picture of found.pictures) {
      try {
        const path = await sendPicture(picture, signal)
        setSent((all) => ({ ...all, [picture.name]: path }))
      } catch (error) {
        if (signal.aborted) return
        if (!signOutIfForbidden(error)) note(pictureProblem(picture, error))
      }
      setLeft((before) => before - 1)
    }
  }
  return { sent, problems, left, send }
}
