import type { Metadata } from 'next'
import { EntryScreen } from '@/components/entry/entry-screen'
import { ForgotForm } from '@/components/entry/reset-forms'
import { Notice } from '@/components/ui/notice'
import { mailServer } from '@/lib/operations/notifications/mail-server'

export const metadata: Metadata = { title: 'New password' }

export default function ForgotPage() {
  return (
    <EntryScreen title="Forgot your password?" lead="A link by mail lets you choose a new one.">
      {mailServer() === null ? (
        <Notice title="This desk sends no mail">
          Ask whoever runs it for a link. They make one on its machine with{' '}
          <code className="font-mono text-xs">node bin/veritas.mjs users reset you@example.com</code>.
        </Notice>
      ) : (
        <ForgotForm />
      )}
    </EntryScreen>
  )
}
