import { useState } from 'react'
import { hasWebGL, ModelStage, takeFocus } from './model-stage.tsx'
import { useModelFile } from './use-model-file.ts'

type ModelViewerProps = {
  /** The name of the part. */
  name: string
  /** The path of its GLB. */
  path: string
  onClose: () => void
}

/** The model of a part over its picture, which stays visible until the model is there; its buttons are below. */
export function ModelViewer({ name, path, onClose }: ModelViewerProps) {
  const [canDraw] = useState(hasWebGL)
  const [attempt, setAttempt] = useState(0)
  const state = useModelFile(path, canDraw, attempt)
  return (
    <ModelStage
      name={name}
      canDraw={canDraw}
      state={state}
      onReady={takeFocus}
      onRetry={() => setAttempt((count) => count + 1)}
      onClose={onClose}
    />
  )
}
