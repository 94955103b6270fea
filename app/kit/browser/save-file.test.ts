import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

const link = { href: '', download: '', click: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  link.click.mockClear()
  vi.stubGlobal('document', { createElement: () => link })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers with a file of so many parts, each so long after the one before. */
function answerWithParts(parts: number, everyMs: number): void {
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    let sent = 0
    const body = new ReadableStream({
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      pull: async (controller) => {
        if (sent === parts) return controller.close()
        await new Promise((resolve) => setTimeout(resolve, everyMs))
        if (signal?.aborted) return
        sent += 1
        controller.enqueue(new TextEncoder().encode('part\n'))
      },
    })
    return new Response(body, { headers: { 'Content-Disposition': 'attachment; filename="all.csv"' } })
  })
}

test('a large file may take long, as long as more of it arrives', async () => {
  answerWithParts(20, 50_000)
  const saved = saveFile('/api/sample.csv')
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(await saved).toBe('all.csv')
  expect(link.click).toHaveBeenCalledOnce()
})

test('a file that stops arriving is not saved', async () => {
  answerWithParts(20, 70_000)
  const saved = expect(saveFile('/api/sample.csv')).rejects.toThrow('The file broke off.')
  await vi.advanceTimersByTimeAsync(1_000_000)
  await saved
  expect(link.click).not.toHaveBeenCalled()
})

test('a refusal is thrown as it is', async () => {
  const detail = 'This is for admins only.'
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ code: 'forbidden', detail }), { status: 403 }),
  )
  await expect(saveFile('/api/sample.csv')).rejects.toMatchObject({ status: 403, detail })
  expect(link.click).not.toHaveBeenCalled()
})
