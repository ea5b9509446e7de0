import type { FastifyInstance, LightMyRequestResponse, RouteOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { FROM_CONSOLE } from '../../../../../../tests/support/console-session.ts';
import type { Ctx } from '../../../context.ts';
import { CLIENT_LIMITS, createApp } from '../../app.ts';
import { answerBadAddress, registerConsole } from '../console.ts';

export type Request = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly payload?: string | object;
  /** Returns once the answer begins. */
  readonly isStream?: boolean;
};
export type Send = (path: string, request?: Request) => Promise<LightMyRequestResponse>;

/** A console without a port. @param dist folder of the pages */
export async function consoleApp(
  ctx: Ctx,
  dist: string,
  onRoute: (route: RouteOptions) => void = () => undefined,
): Promise<FastifyInstance> {
  const { consoleUrl: origin } = ctx.config;
  const app = createApp(ctx, CLIENT_LIMITS, { origin, answerBadAddress });
  app.addHook('onRoute', onRoute);
  await registerConsole(app, ctx, dist);
  return app;
}

/** Sends requests like a page of the console; paths are those below the API's address. */
export function sender(app: FastifyInstance, cookie = 'console'): Send {
  return (path, { method = 'GET', token, headers = {}, payload, isStream = false } = {}) => {
    const all: Readonly<Record<string, string | undefined>> = {
      ...(method === 'GET' ? {} : FROM_CONSOLE),
      cookie: token === undefined ? undefined : `${cookie}=${token}`,
      ...headers,
    };
    return app.inject({
      url: `/console/api/v1${path}`,
      method,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      ...(method === 'GET' ? {} : { payload: payload ?? '{}' }),
      payloadAsStream: isStream,
    });
  };
}

/** A console that ends with the test. */
export async function consoleOfTest(ctx: Ctx, dist: string): Promise<Send> {
  const app = await consoleApp(ctx, dist);
  onTestFinished(() => app.close());
  return sender(app);
}
