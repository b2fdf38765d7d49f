import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { getEnv } from '@/lib/env'
import { pageOrigin } from '@/lib/http/page-origin'
import { EarlyInput } from './early-input'
import { Providers } from './providers'
import './globals.css'

// Optional: a page whose font comes late keeps the system's, and nothing moves. From the next page on it is in the browser's cache. The family
// is named after the constant: Linux would find fonts of its own, of other widths, for `sans` and `mono`.
const geistSans = localFont({
  src: '../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  display: 'optional',
  adjustFontFallback: false,
})
const geistMono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  display: 'optional',
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { default: 'Veritas', template: '%s · Veritas' },
  description: 'The review desk for AI-agent runs: scored on arrival, decided by people.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fdfcfb' },
    { media: '(prefers-color-scheme: dark)', color: '#121110' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const sent = await headers()
  const nonce = sent.get('x-nonce') ?? undefined
  return (
    <html lang="en" className={`${geistSans.variable} ${geistMono.variable}`} suppressHydrationWarning>
      <body>
        <EarlyInput nonce={nonce} />
        <Providers nonce={nonce} origin={pageOrigin(getEnv().APP_URL, sent.get('host'))}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
