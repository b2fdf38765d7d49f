import type { Metadata } from 'next'
import { EntryScreen } from '@/components/entry/entry-screen'
import { ForgotForm } from '@/components/entry/reset-forms'
import { Notice } from '@/components/ui/notice'
import { mailServer } from '@/lib/operations/notifications/mail-server'

export const metadata: Metadata = { title: 'New password' }

export default function ForgotPage() {
  const sendsMail = mailServer() !== null
  return (
    <EntryScreen
      title="Forgot your password?"
      lead={sendsMail ? 'We will email you a link to choose a new one.' : 'You need a link to choose a new one.'}
    >
      {sendsMail ? (
        <ForgotForm />
      ) : (
        <Notice title="This desk sends no mail">
          Ask your administrator for a link. They can create one on the server with{' '}
          <code className="font-mono text-xs">node bin/veritas.mjs users reset you@example.com</code>.
        </Notice>
      )}
    </EntryScreen>
  )
}
