/** A contract to start from: our own source code, based on OpenZeppelin Contracts. */
export interface Template {
  id: string;
  name: string;
  description: string;
  /** The contract's name in the source. */
  contractName: string;
  sourceCode: string;
}

const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\n';

const erc20 = `${HEAD}
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A fungible token. The owner can mint; holders can burn, and approve by signature.
contract Token is ERC20, ERC20Burnable, ERC20Permit, Ownable {
    constructor(string memory name_, string memory symbol_, uint256 initialSupply, address owner_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
        Ownable(owner_)
    {
        _mint(owner_, initialSupply);
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
`;

const erc721 = `${HEAD}
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// Unique tokens, each with an address of its metadata. The owner can mint.
contract Collectible is ERC721, ERC721URIStorage, Ownable {
    uint256 private _nextTokenId;

    constructor(string memory name_, string memory symbol_, address owner_) ERC721(name_, symbol_) Ownable(owner_) {}

    function mint(address to, string memory uri) external onlyOwner returns (uint256 tokenId) {
        tokenId = _nextTokenId++;
        _mint(to, tokenId);
        _setTokenURI(tokenId, uri);
    }

    function tokenURI(uint256 tokenId) public view override(ERC721, ERC721URIStorage) returns (string memory) {
        return super.tokenURI(tokenId);
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC721, ERC721URIStorage) returns (bool) {
        return super.supportsInterface(interfaceId);
    }
}
`;

const erc1155 = `${HEAD}
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Supply} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Supply.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// Many kinds of tokens in one contract, with the supply of each. The owner can mint.
contract MultiToken is ERC1155, ERC1155Supply, Ownable {
    constructor(string memory uri_, address owner_) ERC1155(uri_) Ownable(owner_) {}

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] memory ids, uint256[] memory amounts) external onlyOwner {
        _mintBatch(to, ids, amounts, "");
    }

    function _update(address from, address to, uint256[] memory ids, uint256[] memory values)
        internal
        override(ERC1155, ERC1155Supply)
    {
        super._update(from, to, ids, values);
    }
}
`;

const vault = `${HEAD}
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// A tokenized vault (ERC-4626): shares stand for a part of the deposited token.
contract Vault is ERC4626 {
    constructor(IERC20 asset_, string memory name_, string memory symbol_) ERC20(name_, symbol_) ERC4626(asset_) {}
}
`;

/** All templates, in display order. */
export const templates: readonly Template[] = [
  {
    id: 'erc20',
    name: 'ERC-20 token',
    description: 'A fungible token with minting by its owner, burning and permits.',
    contractName: 'Token',
    sourceCode: erc20,
  },
  {
    id: 'erc721',
    name: 'ERC-721 collectible',
    description: 'Unique tokens with metadata addresses and minting by the owner.',
    contractName: 'Collectible',
    sourceCode: erc721,
  },
  {
    id: 'erc1155',
    name: 'ERC-1155 multi-token',
    description: 'Many kinds of tokens in one contract, with supplies and minting by the owner.',
    contractName: 'MultiToken',
    sourceCode: erc1155,
  },
  {
    id: 'erc4626_vault',
    name: 'ERC-4626 vault',
    description: 'A vault whose shares stand for a part of a deposited ERC-20 token.',
    contractName: 'Vault',
    sourceCode: vault,
  },
];

export function findTemplate(id: string): Template | undefined {
  return templates.find((template) => template.id === id);
}
