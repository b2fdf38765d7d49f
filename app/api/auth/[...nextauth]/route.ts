import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/options'
import { answerSignIn, guardSignIn } from '@/lib/http/guard-sign-in'
import { otherMethods } from '@/lib/http/other-methods'

type AuthContext = { params: Promise<{ nextauth: string[] }> }

export function GET(request: NextRequest, context: AuthContext): Promise<Response> {
  return answerSignIn(request, () => NextAuth(request, context, authOptions()))
}

export function POST(request: NextRequest, context: AuthContext): Promise<Response> {
  return guardSignIn(request, (checked) => GET(new NextRequest(checked), context))
}

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods('GET', 'POST')
