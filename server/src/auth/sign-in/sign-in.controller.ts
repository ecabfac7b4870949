import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import type { Me, SignInOptions } from '#libs/api';
import { Allow, AllowAnyone, CurrentActor } from '../../platform/index.js';
import { AcceptDto, SetUpDto, SignInDto } from '../dto/sign-in.dto.js';
import { clientFactsOf } from '../sessions/client-facts.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { DeviceCookie } from './device-cookie.js';
import { SignInIssuer } from './sign-in-issuer.js';
import type { SignInClient, SignedIn } from './sign-in-issuer.js';
import { FirstAdministrator } from './first-administrator.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('Sign-in')
@Controller('api/auth')
@AllowAnyone()
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly first: FirstAdministrator,
    private readonly signIns: SignInIssuer,
    private readonly cookie: SessionCookie,
    private readonly device: DeviceCookie,
  ) {}

  @Get('options')
  options(): SignInOptions {
    return this.service.options();
  }

  @Get('me')
  @Allow('read')
  me(@CurrentActor() actor: Actor): Me {
    return this.signIns.me(actor);
  }

  @Post('login')
  @HttpCode(200)
  async login(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() input: SignInDto,
  ): Promise<Me> {
    const signedIn = await this.service.signIn(input, this.clientOf(request), response);
    return this.welcome(request, response, signedIn);
  }

  @Post('set-up')
  @HttpCode(200)
  async setUp(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() input: SetUpDto,
  ): Promise<Me> {
    return this.welcome(request, response, await this.first.setUp(input, this.clientOf(request)));
  }

  @Post('accept')
  @HttpCode(200)
  async accept(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() input: AcceptDto,
  ): Promise<Me> {
    return this.welcome(request, response, await this.service.accept(input, this.clientOf(request)));
  }

  @Post('logout')
  @HttpCode(204)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    if (request.refusal?.code === 'cross-site') throw request.refusal;
    await this.service.signOut(request.actor ?? null);
    this.cookie.clear(response);
  }

  private clientOf(request: Request): SignInClient {
    const deviceOf = (account: string) => this.device.read(request, account);
    return { ...clientFactsOf(request), previousSecret: this.cookie.read(request), deviceOf };
  }

  private async welcome(
    request: Request,
    response: Response,
    { account, secret, expiresAt, me }: SignedIn,
  ): Promise<Me> {
    this.cookie.write(response, secret, expiresAt);
    await this.device.write(request, response, account);
    return me;
  }
}
