'use strict';

// What a person does with a published hyperdrive: makes, follows and changes folders, over TCP.

const net = require('net');

require('./published');

const hex = (text) => Buffer.from(text, 'hex');

const called = (object, name, ...details) => new Promise((resolve, reject) => {
  object[name](...details, (error, value) => error ? reject(error) : resolve(value));
});

class Drives {
  constructor (tell) {
    this.tell = tell;
    this.drives = [];
    this.sockets = [];
  }

  async start ({ version }) {
    this.hyperdrive = require(`hyperdrive${version}`);
    this.ram = require('random-access-memory');
    return { version };
  }

  async create () { return this.keep(this.hyperdrive(this.ram)); }

  async follow ({ key, sparse }) { return this.keep(this.hyperdrive(this.ram, hex(key), { sparse })); }

  async keep (drive) {
    const number = this.drives.push(drive) - 1;
    drive.on('error', (error) => this.tell({ event: 'error', error: error.message }));
    await called(drive, 'ready');
    drive.metadata.on('append', () => this.tell({ event: 'changed', drive: number }));
    drive.metadata.on('download', () => this.tell({ event: 'changed', drive: number }));
    return { number, key: drive.key.toString('hex') };
  }

  async write ({ drive, path, content }) {
    await called(this.drives[drive], 'writeFile', path, hex(content));
    return null;
  }

  async unlink ({ drive, path }) { await called(this.drives[drive], 'unlink', path); return null; }

  async list ({ drive, path }) { return (await called(this.drives[drive], 'readdir', path)).sort(); }

  async read ({ drive, path }) {
    return (await called(this.drives[drive], 'readFile', path)).toString('hex');
  }

  async stat ({ drive, path }) {
    const { size, mode, mtime } = await called(this.drives[drive], 'stat', path);
    return { size, mode, mtime: Number(mtime) };
  }

  listen ({ drive, host }) {
    return new Promise((resolve) => {
      const server = net.createServer((socket) => this.join(socket, drive));
      server.listen(0, host, () => resolve(server.address().port));
    });
  }

  dial ({ drive, host, port }) {
    return new Promise((resolve) => {
      const socket = net.connect(port, host, () => resolve(null));
      this.join(socket, drive);
    });
  }

  join (socket, number) {
    const stream = this.drives[number].replicate({ live: true, timeout: 10000 });
    const end = (error) => this.tell({ event: 'ended', drive: number, error: error ? error.message : null });
    stream.on('error', end);
    stream.on('close', () => { end(); socket.destroy(); });
    socket.on('error', () => stream.destroy());
    this.sockets.push(socket);
    socket.pipe(stream).pipe(socket);
  }
}

module.exports = { Drives };
