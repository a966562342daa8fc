import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A message as the mail server took it. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** With its headers, lines ending in CRLF, dots as they were. */
  readonly content: string
}

/**
 * What the server answers to a command; `drop` closes the connection, `hang` says nothing at all. A function does with the
 * connection what it likes.
 */
export type Answer = string | 'drop' | 'hang' | ((socket: Socket) => void)
export type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content' | 'AUTH'

/** A mail server (RFC 5321) in this process that does as it is told. */
export interface SmtpServer {
  readonly url: string
  readonly port: number
  /** All that it has taken, even where it did not say so. */
  readonly received: readonly Received[]
  /** What senders said, in order. */
  readonly commands: readonly string[]
  /** What to answer at a step instead, the first `times` times. */
  misbehave(step: Step, answer: Answer, times?: number): void
  /** Waits until it has taken so many messages that are meant. */
  until(count: number, isMeant?: (message: Received) => boolean): Promise<Received[]>
  close(): Promise<void>
}

const usual: Readonly<Record<Step, string>> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-SMTPUTF8\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  content: '250 2.0.0 Ok',
  AUTH: '235 2.7.0 Ok',
}

const isYes = (answer: Answer, first: string): boolean =>
  typeof answer === 'string' && answer.startsWith(first)

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: Received[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const orders: { step: Step; answer: Answer; times: number }[] = []
  const events = new EventEmitter()

  const answerTo = (step: Step): Answer => {
    const order = orders.find((each) => each.step === step && each.times > 0)
    if (order === undefined) return usual[step]
    order.times--
    return order.answer
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const say = (line: Answer) => {
      if (typeof line === 'function') line(socket)
      else if (line === 'drop') socket.destroy()
      else if (line !== 'hang') socket.write(`${line}\r\n`)
    }
    let rest = ''
    let content: string[] | undefined
    let from = ''
    let to: string[] = []

    const take = (line: string): void => {
      if (content !== undefined) {
        if (line !== '.') {
          content.push(line.replace(/^\./, ''))
          return
        }
        received.push({ from, to, content: content.join('\r\n') })
        content = undefined
        say(answerTo('content'))
        events.emit('received')
        return
      }
      commands.push(line)
      const verb = line.split(/[ :]/, 1)[0]?.toUpperCase()
      const path = /<(.*)>/.exec(line)?.[1] ?? ''
      if (verb === 'EHLO') say(answerTo('EHLO'))
      else if (verb === 'MAIL') {
        from = path
        to = []
        say(answerTo('MAIL'))
      } else if (verb === 'RCPT') {
        const answer = answerTo('RCPT')
        if (isYes(answer, '2')) to.push(path)
        say(answer)
      } else if (verb === 'DATA') {
        const answer = answerTo('DATA')
        if (isYes(answer, '3')) content = []
        say(answer)
      } else if (verb === 'AUTH') say(answerTo('AUTH'))
      else if (verb === 'QUIT') socket.end('221 2.0.0 Bye\r\n')
      else say('502 5.5.2 What?')
    }

    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    say(answerTo('greeting'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  after(close)

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    commands,
    misbehave(step, answer, times = Number.POSITIVE_INFINITY) {
      orders.push({ step, answer, times })
    },
    async until(count, isMeant = () => true) {
      const meant = () => received.filter(isMeant)
      const signal = AbortSignal.timeout(20_000)
      while (meant().length < count) await once(events, 'received', { signal })
      return meant()
    },
    close,
  }
}
