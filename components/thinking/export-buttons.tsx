'use client'

import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { toProblem } from '@/lib/queries/problem'
import { exportSessionMutation } from '@/lib/queries/thinking'

type ExportButtonsProps = { project: string; sessionId: string }

/** The session as Markdown: to a file or into the clipboard. */
export function ExportButtons({ project, sessionId }: ExportButtonsProps) {
  const save = useMutation(exportSessionMutation(project, sessionId))
  const copy = useMutation(exportSessionMutation(project, sessionId))
  const onError = (error: unknown) => toast.error(toProblem(error).message)
  const saveFile = () =>
    save.mutate(undefined, { onSuccess: ({ filename, markdown }) => download(filename, markdown), onError })
  const copyText = () =>
    copy.mutate(undefined, {
      onSuccess: ({ markdown }) =>
        navigator.clipboard.writeText(markdown).then(
          () => toast.success('Copied as Markdown'),
          () => toast.error('The browser did not allow copying. Download it instead.'),
        ),
      onError,
    })
  useShortcuts('Session', [{ keys: 'e', label: 'Export as Markdown', run: saveFile }])
  return (
    <>
      <Button icon={<Copy aria-hidden />} pending={copy.isPending} onClick={copyText}>
        Copy Markdown
      </Button>
      <Button icon={<Download aria-hidden />} pending={save.isPending} shortcut="E" onClick={saveFile}>
        Export
      </Button>
    </>
  )
}

function download(filename: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  URL.revokeObjectURL(url)
}
