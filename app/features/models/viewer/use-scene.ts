import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ModelScene } from './scene.ts'

const BROKEN = 'The model could not be shown. Try again.'
const LOST = 'The browser has ended the 3-D view. Try again.'

interface SceneState {
  readonly scene: ModelScene | undefined
  /** Why there is none. */
  readonly failure: string | undefined
}

type SceneCode = typeof import('./scene.ts')

interface DrawnEvents {
  onDraw(scene: ModelScene): void
  onTurn(): void
}

/** Draws the file in `host` as soon as file and code are there, until another file or the component's end. */
export function useScene(
  host: RefObject<HTMLElement | null>,
  code: SceneCode | undefined,
  file: ArrayBuffer | undefined,
  events: DrawnEvents,
): SceneState {
  const [scene, setScene] = useState<ModelScene>()
  const [failure, setFailure] = useState<string>()
  const onDraw = useEffectEvent(events.onDraw)
  const onTurn = useEffectEvent(events.onTurn)
  useEffect(() => {
    if (!code || !file || !host.current) return
    let opened: ModelScene | undefined
    const end = (): void => {
      opened?.dispose()
      opened = undefined
      setScene(undefined)
    }
    const fail = (reason: string): void => {
      end()
      setFailure(reason)
    }
    setFailure(undefined)
    try {
      opened = code.openScene(host.current, file, {
        onDraw: () => opened && onDraw(opened),
        onTurn: () => onTurn(),
        onLost: () => fail(LOST),
      })
      setScene(opened)
    } catch {
      fail(BROKEN)
    }
    return end
  }, [host, code, file])
  return { scene, failure }
}
