import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

/** A message that the mail server accepted. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** The message as it was sent, with its headers. */
  readonly content: string
}

/**
 * The server's answer to a command. `drop` closes the connection, `hang` sends nothing. A function
 * gets the connection and answers itself.
 */
export type Answer = string | 'drop' | 'hang' | ((socket: Socket) => void)
export type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content' | 'AUTH'

/** A mail server in this process whose answers a test can replace. */
export interface SmtpServer {
  readonly url: string
  readonly port: number
  /** All messages that the server has accepted, even if the sender got another answer. */
  readonly received: readonly Received[]
  /** The commands of senders in their order, without messages. */
  readonly commands: readonly string[]
  /** Replaces the answer at a step, for the first `times` times. */
  misbehave(step: Step, answer: Answer, times?: number): void
  /** Waits until the server has accepted this many matching messages, a minute for each. */
  until(count: number, isMeant?: (message: Received) => boolean): Promise<Received[]>
  close(): Promise<void>
}

/**
 * Starts `smtp-server`, and a relay in front of it that replaces answers.
 * @param options.anyDots accepts dots anywhere in a quoted local part, as RFC 5321 does. The library
 * does not by itself (findings/smtp-server-dots.sh), and then accepts them without quotes, too, so a
 * test has to look at the command
 */
export async function startSmtpServer({ anyDots = false } = {}): Promise<SmtpServer> {
  const received: Received[] = []
  const commands: string[] = []
  const orders: { step: string; answer: Answer; times: number }[] = []
  const events = new EventEmitter()

  const server = new SMTPServer({
    authOptional: true,
    lenientAddressParsing: anyDots,
    disabledCommands: ['STARTTLS'],
    // One command at a time, so that each answer has its step.
    hidePIPELINING: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content })
        done()
        events.emit('received')
      }, done)
    },
  })
  server.on('error', () => {})
  const inner = await listening(server.listen(0, '127.0.0.1'))

  const answerAt = (step: string): Answer | undefined => {
    const order = orders.find((each) => each.step === step && each.times > 0)
    if (order !== undefined) order.times--
    return order?.answer
  }
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const upstream = connect(inner, '127.0.0.1')
    for (const socket of [client, upstream])
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    sockets.add(client).add(upstream)
    client.once('close', () => upstream.destroy())
    upstream.once('end', () => client.end())

    // Senders wait for each answer, so an answer belongs to what was sent last.
    let step = 'greeting'
    client.on('data', (chunk: Buffer) => {
      if (step !== 'content') {
        commands.push(...chunk.toString().trimEnd().split('\r\n'))
        const [command = ''] = (commands.at(-1) ?? '').split(/[ :]/, 1)
        // If EHLO fails, senders try the older HELO: the same step.
        step = command === 'HELO' ? 'EHLO' : command
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      const answer = answerAt(step)
      if (step === 'content') step = ''
      if (answer === undefined) {
        if (step === 'DATA' && chunk.toString().startsWith('354')) step = 'content'
        client.write(chunk)
      } else if (typeof answer === 'function') answer(client)
      else if (answer === 'drop') client.destroy()
      else if (answer !== 'hang') client.write(`${answer}\r\n`)
    })
  })
  const port = await listening(relay.listen(0, '127.0.0.1'))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => void relay.close(() => resolve()))
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  after(close)

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    commands,
    misbehave(step, answer, times = Number.POSITIVE_INFINITY) {
      orders.push({ step, answer, times })
    },
    async until(count, isMeant = () => true) {
      const meant = () => received.filter(isMeant)
      while (meant().length < count) {
        const signal = AbortSignal.timeout(60_000)
        await once(events, 'received', { signal })
      }
      return meant()
    },
    close,
  }
}

async function listening(server: Server): Promise<number> {
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
