import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/options'
import { guardSignIn } from '@/lib/http/guard-sign-in'

type AuthContext = { params: Promise<{ nextauth: string[] }> }

const answer = (request: NextRequest, context: AuthContext): Promise<Response> =>
  NextAuth(request, context, authOptions())

export const GET = answer

export async function POST(request: NextRequest, context: AuthContext) {
  return guardSignIn(request, () => answer(request, context))
}
