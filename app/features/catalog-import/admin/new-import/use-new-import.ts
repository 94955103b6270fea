import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { importPath } from '../../paths.ts'
import type { FileColumns, Reading } from '../../schema.ts'
import { addImport, type ChosenFile, readColumns } from '../client.ts'

/** How far an upload is: a share of the file from 0 to 1, after which the shop reads it. */
export interface Running {
  readonly name: string
  readonly share: number
  readonly isFor: 'columns' | 'import'
}

interface Failure {
  readonly detail: string
  readonly name: string
  retry(): void
}

/** A file whose columns are being chosen. */
export interface OpenFile extends ChosenFile {
  readonly found: FileColumns
}

/** Uploads one file at a time: first for its columns, unless it names them as the shop does, then to its change set. */
export function useNewImport() {
  const navigate = useNavigate()
  const [running, setRunning] = useState<Running>()
  const [failure, setFailure] = useState<Failure>()
  const [open, setOpen] = useState<OpenFile>()
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])

  const run = async (
    { file }: ChosenFile,
    isFor: Running['isFor'],
    work: (sending: Parameters<typeof readColumns>[1]) => Promise<void>,
  ) => {
    current.current.abort()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setFailure(undefined)
    setRunning({ name: file.name, share: 0, isFor })
    try {
      await work({ signal, onProgress: (share) => setRunning({ name: file.name, share, isFor }) })
    } catch (error) {
      if (signal.aborted) return
      const retry = () => void run({ file }, isFor, work)
      if (!signOutIfForbidden(error)) setFailure({ name: file.name, detail: problemText(error), retry })
    }
    setRunning(undefined)
  }
  const add = (
    chosen: ChosenFile,
    said: { reading?: Reading; pictures?: Readonly<Record<string, string>> },
  ) =>
    run(chosen, 'import', async (sending) => {
      const { _id } = await addImport(chosen, said, sending)
      await navigate(importPath(_id))
    })
  const choose = async (chosen: ChosenFile, hasPictures = false) => {
    let isOwn = false
    await run(chosen, 'columns', async (sending) => {
      const found = await readColumns(chosen, sending)
      isOwn = found.isOwn && !hasPictures
      if (!isOwn) setOpen({ ...chosen, found })
    })
    if (isOwn) await add(chosen, {})
  }
  return {
    running,
    failure,
    open,
    choose,
    add,
    cancel: () => {
      current.current.abort()
      setRunning(undefined)
    },
    close: () => {
      setFailure(undefined)
      setOpen(undefined)
    },
  }
}

export type NewImport = ReturnType<typeof useNewImport>
